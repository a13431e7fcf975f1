import { MINIMUM_SECRET_BYTES } from '../../core/check-secret.js';
import { decodeSecret } from '../../manifest/file/read-variable.js';

/**
 * Parses a secret: the text itself, or `base64:` and the base64 or base64url of its bytes.
 *
 * @param where Name of the setting for errors, which never quote the secret.
 * @throws {Error} If it is too short, or invalid base64.
 */
export function parseSecret(where: string, text: string): Uint8Array {
  const secret = decodeSecret(where, text);
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(
    `${where} has ${secret.byteLength} bytes; it needs at least ${MINIMUM_SECRET_BYTES}. Make one with: openssl rand -base64 32`,
  );
}
