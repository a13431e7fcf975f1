import { toCanonicalJson } from './canonical-json.js';

/** A digest of a JSON value: SHA-256 in hex, independent of the order of members. */
export async function toDigest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(toCanonicalJson(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
