/** Minimum length of a secret, in bytes. Shorter ones would make owner tags guessable. */
export const MINIMUM_SECRET_BYTES = 32;

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
