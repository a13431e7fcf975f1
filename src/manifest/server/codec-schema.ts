/** `server.codec`: what payloads in Temporal are encrypted with. */
import * as z from 'zod';

import type { CodecKey } from '../../core/codec-key.js';
import type { LocatedProblem } from '../file/located-problem.js';

import { CodecKeyError, toCodecKeys } from './to-codec-keys.js';

const codecKeySchema = z.strictObject({
  id: z.string().describe('The name of the key, which stands readable beside what is encrypted.'),
  key: z.string().describe('32 bytes, as base64:…: take it from the environment, ${NAME}.'),
});

/** `server.codec`. */
export const codecSchema = z
  .array(codecKeySchema)
  .min(1, 'Name one at least, or leave "codec" out.');

type CodecSource = z.output<typeof codecSchema>;

/** The keys, unless there is something wrong with them. */
export function toUsableKeys(source: CodecSource): readonly CodecKey[] | undefined {
  return checkCodec(source, []).length > 0 ? undefined : toCodecKeys(source);
}

/** Checks of `server.codec` beyond the schema. Quotes no key. */
export function checkCodec(keys: CodecSource, path: readonly PropertyKey[]): LocatedProblem[] {
  try {
    toCodecKeys(keys);
    return [];
  } catch (error) {
    if (!(error instanceof CodecKeyError)) throw error;
    return [{ path: [...path, error.index], message: error.message }];
  }
}
