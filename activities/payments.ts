import { ApplicationFailure, log, sleep } from '@temporalio/activity';

import { referenceFor } from './reference.js';

/** Input of {@link chargePayment}. */
export interface ChargePaymentInput {
  /** Same key, same payment. */
  idempotencyKey: string;
  /** Which card; the simulated bank declines `tok_declined`. */
  cardToken: string;
  /** How much, in cents. */
  amountCents: number;
  /** How long the bank takes to answer, in milliseconds. */
  durationMs: number;
}

/** Input of {@link refundPayment}. */
export interface RefundPaymentInput {
  /** The key that the payment was made with. */
  idempotencyKey: string;
}

/**
 * Charges the card and returns the payment's ID. Idempotent by key.
 *
 * Never heartbeats, so a cancellation can't break it off half-way: money has moved or it hasn't.
 *
 * @throws {ApplicationFailure} type `CardDeclined`, not retryable.
 */
export async function chargePayment(input: ChargePaymentInput): Promise<string> {
  await sleep(input.durationMs);
  if (input.cardToken === 'tok_declined') {
    throw ApplicationFailure.nonRetryable('The card was declined', 'CardDeclined');
  }
  return referenceFor('pay', input.idempotencyKey);
}

/** Pays back what was charged under a key; does nothing if nothing was. Idempotent. */
export function refundPayment(input: RefundPaymentInput): Promise<void> {
  log.info('Refunded the payment', { idempotencyKey: input.idempotencyKey });
  return Promise.resolve();
}
