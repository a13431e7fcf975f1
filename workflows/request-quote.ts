import { proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities/index.js';
import type { Quote, Supplier } from '../activities/quotes.js';

const { fetchQuote } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 3 },
});

/**
 * Asks one supplier for a quote; a child of `raceQuotes`.
 *
 * @returns The quote.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `QuoteRefused`.
 * @throws {CancelledFailure} if cancelled, without waiting for the supplier.
 */
export async function requestQuote(supplier: Supplier): Promise<Quote> {
  return fetchQuote(supplier);
}
