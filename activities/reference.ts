import { createHash } from 'node:crypto';

/**
 * Returns the reference of a request, such as a payment number or a tracking number.
 *
 * It depends on the idempotency key alone, as with any service that honours such keys. However often
 * a client repeats a request, there is one payment.
 *
 * @param prefix The kind of reference: `pay`, `res`, …
 * @param idempotencyKey The key of the request.
 */
export function referenceFor(prefix: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex');
  return `${prefix}_${digest.slice(0, 12)}`;
}
