import {
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  executeChild,
  isCancellation,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';
import { openTask } from 'temporal-mcp-tasks/workflow';

import type { Quote, Supplier } from '../activities/quotes.js';

import { requestQuote } from './request-quote.js';

/** Input of {@link raceQuotes}. */
export interface RaceQuotesInput {
  /** Who is asked; at least one, each name once. */
  suppliers: Supplier[];
}

/** Result of {@link raceQuotes}. */
export interface QuoteRace {
  /** The first quote that came. */
  winner: Quote;
  /** Names of the suppliers whose quotes were no longer waited for, in the order of the input. */
  cancelled: string[];
}

/**
 * Asks several suppliers at once, each in a Child Workflow, and takes the first quote that comes.
 *
 * The others are cancelled and waited for, so that nothing of the race runs on once it is over. What has come in
 * is said as it comes.
 *
 * @returns The first quote.
 * @throws {ApplicationFailure} type `NoQuote`, not retryable, with the reasons as details, when no
 * supplier quotes.
 * @throws {CancelledFailure} when cancelled; so are all children by then.
 */
export async function raceQuotes({ suppliers }: RaceQuotesInput): Promise<QuoteRace> {
  const task = openTask();
  const race = new CancellationScope();
  const answers: string[] = [];
  let requests: Promise<Quote>[] = [];
  const note = (answer: string): void => {
    answers.push(answer);
    task.setStatus(`${answers.length} of ${suppliers.length} are in: ${answers.join(', ')}`);
  };
  try {
    const winner = await race.run(() => {
      requests = suppliers.map((supplier) => startRequest(supplier, note));
      return Promise.any(requests);
    });
    race.cancel();
    const outcomes = await Promise.allSettled(requests);
    const cancelled = suppliers.filter((_, index) => isCancelled(outcomes[index]));
    return { winner, cancelled: cancelled.map(({ name }) => name) };
  } catch (error) {
    throw error instanceof AggregateError ? toFailure(error.errors) : error;
  }
}

async function startRequest(supplier: Supplier, note: (answer: string) => void): Promise<Quote> {
  try {
    const quote = await executeChild(requestQuote, {
      // The parent's ID makes it unique, at the end: nobody who lists by prefix finds the children.
      workflowId: `quote/${supplier.name}/${workflowInfo().workflowId}`,
      args: [supplier],
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    });
    note(`${supplier.name} asks ${(quote.priceCents / 100).toFixed(2)}`);
    return quote;
  } catch (error) {
    // Who was cancelled has not answered.
    if (!isCancellation(error)) note(rootCause(error) ?? `${supplier.name} did not answer`);
    throw error;
  }
}

function isCancelled(outcome: PromiseSettledResult<Quote> | undefined): boolean {
  return outcome?.status === 'rejected' && isCancellation(outcome.reason);
}

/** Every request has failed: because the race was cancelled, or because nobody quotes. */
function toFailure(errors: unknown[]): unknown {
  const cancellation = errors.find(isCancellation);
  if (cancellation !== undefined) return cancellation;
  const reasons = errors.map((error) => rootCause(error) ?? 'unknown reason');
  return ApplicationFailure.nonRetryable(
    `No supplier quoted: ${reasons.join('; ')}`,
    'NoQuote',
    reasons,
  );
}
