import { ApplicationFailure } from '@temporalio/activity';

import { simulateWork } from './simulate-work.js';

/** A simulated supplier. */
export interface Supplier {
  /** Unique within a race. */
  name: string;
  /** The supplier's price, in cents. Absent: the supplier refuses to quote. */
  priceCents?: number;
  /** Duration of the supplier's answer, in milliseconds. */
  answersAfterMs: number;
}

/** A supplier's offer. */
export interface Quote {
  supplier: string;
  /** In cents. */
  priceCents: number;
}

/**
 * Asks a supplier for its price. Can be cancelled. It only reads, so it is idempotent.
 *
 * @throws {ApplicationFailure} type `QuoteRefused`, not retryable.
 */
export async function fetchQuote(supplier: Supplier): Promise<Quote> {
  await simulateWork(supplier.answersAfterMs);
  if (supplier.priceCents === undefined) {
    throw ApplicationFailure.nonRetryable(`${supplier.name} refuses to quote`, 'QuoteRefused');
  }
  return { supplier: supplier.name, priceCents: supplier.priceCents };
}
