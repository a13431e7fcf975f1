/** `server.codec`: the keys that encrypt payloads in Temporal. */
import * as z from 'zod';

import {
  CODEC_KEY_BYTES,
  CODEC_KEY_ID,
  type CodecKey,
  MAX_CODEC_KEYS,
} from '../../core/codec-key.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { decodeSecret } from '../file/read-variable.js';

const codecKeySchema = z.strictObject({
  id: z.string().describe('The name of the key, which stands readable beside what is encrypted.'),
  key: z.string().describe('32 bytes, as base64:…: take it from the environment, ${NAME}.'),
});

/** `server.codec`. */
export const codecSchema = z
  .array(codecKeySchema)
  .min(1, 'Name one at least, or leave "codec" out.');

type CodecSource = z.output<typeof codecSchema>;

/** Returns the keys; `undefined` if one of them is invalid. */
export function toUsableKeys(source: CodecSource): readonly CodecKey[] | undefined {
  return checkCodec(source, []).length > 0 ? undefined : toCodecKeys(source);
}

/** Checks of `server.codec` beyond the schema. The messages never quote a key. */
export function checkCodec(keys: CodecSource, path: readonly PropertyKey[]): LocatedProblem[] {
  try {
    toCodecKeys(keys);
    return [];
  } catch (error) {
    if (!(error instanceof CodecKeyError)) throw error;
    return [{ path: [...path, error.index], message: error.message }];
  }
}

/** A key as it was written. */
export interface WrittenKey {
  readonly id: string;
  /** The text itself, or `base64:` and the base64 of its bytes. */
  readonly key: string;
}

/** The fault of one of the keys. The message never quotes a key. */
class CodecKeyError extends Error {
  override readonly name = 'CodecKeyError';
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

function toKey({ id, key }: WrittenKey, index: number): CodecKey {
  const where = `Codec key ${index + 1}`;
  if (!CODEC_KEY_ID.test(id)) {
    throw new CodecKeyError(
      index,
      `${where} needs an ID: 1 to 128 letters, digits, ".", "_", ":", "/" or "-".`,
    );
  }
  let bytes: Uint8Array;
  try {
    bytes = decodeSecret(where, key);
  } catch (error) {
    throw new CodecKeyError(index, (error as Error).message);
  }
  if (bytes.byteLength === CODEC_KEY_BYTES) return { id, key: bytes };
  throw new CodecKeyError(
    index,
    `${where} has ${bytes.byteLength} bytes; AES-256 takes ${CODEC_KEY_BYTES}. Make one with: echo base64:$(openssl rand -base64 32)`,
  );
}

/**
 * Returns the keys of a payload codec, in their order: the first key encrypts, all keys decrypt.
 *
 * @throws {CodecKeyError} When a key's length is not 32 bytes, an ID is invalid or used twice, or there are too many
 * keys.
 */
export function toCodecKeys(written: readonly WrittenKey[]): readonly CodecKey[] {
  if (written.length > MAX_CODEC_KEYS) {
    throw new CodecKeyError(
      MAX_CODEC_KEYS,
      `There are ${written.length} codec keys; at most ${MAX_CODEC_KEYS} are taken.`,
    );
  }
  const keys = written.map(toKey);
  const ids = keys.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice < 0) return keys;
  throw new CodecKeyError(
    twice,
    `Codec key ${twice + 1} has the ID of another one: each key has one of its own.`,
  );
}
