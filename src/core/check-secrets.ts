import { MAX_PREVIOUS_SECRETS, MINIMUM_SECRET_BYTES } from './secret-limits.js';

/**
 * Checks the length of a secret.
 *
 * @throws {RangeError} If it is shorter than 32 bytes.
 */
export function checkSecret(secret: Uint8Array): void {
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return;
  throw new RangeError(
    `The secret has ${secret.byteLength} bytes; it needs at least ${MINIMUM_SECRET_BYTES}.`,
  );
}

/**
 * Checks the length of all secrets of a server.
 *
 * @throws {RangeError} If a secret is shorter than 32 bytes, or there are more than four previous secrets.
 */
export function checkSecrets(secret: Uint8Array, previousSecrets: readonly Uint8Array[]): void {
  if (previousSecrets.length > MAX_PREVIOUS_SECRETS) {
    throw new RangeError(
      `There are ${previousSecrets.length} previous secrets; at most ${MAX_PREVIOUS_SECRETS} are taken.`,
    );
  }
  for (const one of [secret, ...previousSecrets]) checkSecret(one);
}
