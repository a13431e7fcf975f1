import {
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  executeChild,
  isCancellation,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';
import { openTask } from 'temporal-mcp-tasks-workflow';

import type { Quote, Supplier } from '../activities/quotes.js';

import { requestQuote } from './request-quote.js';

/** Input of {@link raceQuotes}. */
export interface RaceQuotesInput {
  /** At least one; each name once. */
  suppliers: Supplier[];
}

/** Result of {@link raceQuotes}. */
export interface QuoteRace {
  winner: Quote;
  /** Names of the suppliers that were cancelled before they answered, in the order of the input. */
  cancelled: string[];
}

/**
 * Asks several suppliers at once, each in a Child Workflow, and takes the first quote.
 *
 * It cancels the other children and waits for them, so that all children are closed when it returns. Its status
 * shows each answer as it arrives.
 *
 * @returns The first quote.
 * @throws {ApplicationFailure} type `NoQuote`, not retryable, with the reasons as details, if every
 * supplier refuses.
 * @throws {CancelledFailure} if cancelled, once all children are cancelled.
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
      // The parent's ID makes it unique. It stands last, so that a list of IDs by the parent's prefix has no children.
      workflowId: `quote/${supplier.name}/${workflowInfo().workflowId}`,
      args: [supplier],
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    });
    note(`${supplier.name} asks ${(quote.priceCents / 100).toFixed(2)}`);
    return quote;
  } catch (error) {
    // A cancelled supplier gave no answer.
    if (!isCancellation(error)) note(rootCause(error) ?? `${supplier.name} did not answer`);
    throw error;
  }
}

function isCancelled(outcome: PromiseSettledResult<Quote> | undefined): boolean {
  return outcome?.status === 'rejected' && isCancellation(outcome.reason);
}

/** All requests have failed: the race was cancelled, or no supplier quotes. */
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
