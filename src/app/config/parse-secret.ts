import { MINIMUM_SECRET_BYTES } from '../../core/secret-limits.js';
import { decodeSecret } from '../../manifest/file/decode-secret.js';

/**
 * A secret as a setting gives it: the text itself, or `base64:` and the base64 or base64url of its bytes.
 *
 * @param where What to call it in an error, which never quotes it.
 * @throws {Error} When it is too short, or no base64 where it says so.
 */
export function parseSecret(where: string, text: string): Uint8Array {
  const secret = decodeSecret(where, text);
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(
    `${where} has ${secret.byteLength} bytes; it needs at least ${MINIMUM_SECRET_BYTES}. Make one with: openssl rand -base64 32`,
  );
}
