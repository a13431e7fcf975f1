/** `server.codec`: what payloads in Temporal are encrypted with. */
import { z } from 'zod';

import type { CodecKey } from '../../core/codec-key.js';
import type { LocatedProblem } from '../file/located-problem.js';

import { CodecKeyError, toCodecKeys } from './to-codec-keys.js';

/** One of the keys. */
export const codecKeySchema = z.strictObject({ id: z.string(), key: z.string() });

/** `server.codec` as a whole. */
export const codecSchema = z
  .array(codecKeySchema)
  .min(1, 'Name one at least, or leave "codec" out.');

/** `server.codec` as it was written. */
export type CodecSource = z.output<typeof codecSchema>;

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
