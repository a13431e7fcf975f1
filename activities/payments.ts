import { ApplicationFailure, log, sleep } from '@temporalio/activity';

import { referenceFor } from './reference.js';

/** Input of {@link chargePayment}. */
export interface ChargePaymentInput {
  /** Repeated calls with the same key return the same payment. */
  idempotencyKey: string;
  /** The simulated bank declines `tok_declined`. */
  cardToken: string;
  amountCents: number;
  /** Duration of the bank's answer, in milliseconds. */
  durationMs: number;
}

/** Input of {@link refundPayment}. */
export interface RefundPaymentInput {
  /** The idempotency key of the payment. */
  idempotencyKey: string;
}

/**
 * Charges the card and returns the payment's ID. Idempotent by key.
 *
 * It sends no heartbeats, so a cancellation can't interrupt it while the bank moves the money.
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

/** Refunds the payment of a key. If no payment exists, it does nothing. Idempotent. */
export function refundPayment(input: RefundPaymentInput): Promise<void> {
  log.info('Refunded the payment', { idempotencyKey: input.idempotencyKey });
  return Promise.resolve();
}
