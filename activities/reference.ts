import { createHash } from 'node:crypto';

/**
 * The reference that a service gives to a request, such as a payment or tracking number.
 *
 * A function of the idempotency key alone, as with any service that honours such keys: however
 * often a request is repeated, there is one payment.
 *
 * @param prefix What is referred to: `pay`, `res`, …
 * @param idempotencyKey The key that the request was made with.
 */
export function referenceFor(prefix: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex');
  return `${prefix}_${digest.slice(0, 12)}`;
}
