import { toComparedJson } from './canonical-json.js';

/** A digest of a JSON value: SHA-256 in hex, independent of the order of members, and of how letters are composed. */
export async function toDigest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(toComparedJson(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
