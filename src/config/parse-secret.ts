import { MINIMUM_SECRET_BYTES } from '../core/secret-limits.js';

const BASE64_PREFIX = 'base64:';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * A secret as a setting gives it: the text itself, or `base64:` and the base64 or base64url of its bytes.
 *
 * @param where What to call it in an error, which never quotes it.
 * @throws {Error} When it is too short, or no base64 where it says so.
 */
export function parseSecret(where: string, text: string): Uint8Array {
  const encoded = text.startsWith(BASE64_PREFIX) ? text.slice(BASE64_PREFIX.length) : undefined;
  if (encoded !== undefined && !BASE64.test(encoded)) {
    throw new Error(`${where} starts with "${BASE64_PREFIX}", but what follows is no base64.`);
  }
  const secret = encoded === undefined ? Buffer.from(text) : Buffer.from(encoded, 'base64');
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(
    `${where} has ${secret.byteLength} bytes; it needs at least ${MINIMUM_SECRET_BYTES}. Make one with: openssl rand -base64 32`,
  );
}
