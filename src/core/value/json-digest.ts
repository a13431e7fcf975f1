import { toCanonicalJson } from './canonical-json.js';

/** A short text that tells JSON values apart: the same for the same value, whatever the order of its members. SHA-256, in hex. */
export async function toDigest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(toCanonicalJson(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
