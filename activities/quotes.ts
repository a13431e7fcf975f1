import { ApplicationFailure } from '@temporalio/activity';

import { simulateWork } from './simulate-work.js';

/** A supplier as the simulation plays it. */
export interface Supplier {
  /** Name, unique within a race. */
  name: string;
  /** Price that it asks, in cents; none if it refuses to quote. */
  priceCents?: number;
  /** How long it takes to answer, in milliseconds. */
  answersAfterMs: number;
}

/** A price that a supplier has offered. */
export interface Quote {
  /** Name of the supplier. */
  supplier: string;
  /** The price, in cents. */
  priceCents: number;
}

/**
 * Asks a supplier for its price. Can be cancelled; only reads, so it is idempotent.
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
