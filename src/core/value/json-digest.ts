import { toComparedJson } from './canonical-json.js';

const LENGTH = 64;

/**
 * A digest of a JSON value: SHA-256 in hex, independent of the order of members, and of how letters are composed.
 *
 * @param length Number of digits from its beginning. Default: all of them.
 */
export async function toDigest(value: unknown, length = LENGTH): Promise<string> {
  const bytes = new TextEncoder().encode(toComparedJson(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, length);
}
