import { hasCode, TaskErrorCode } from '../../core/errors.js';
import {
  type Decision,
  type DecisionFact,
  MAX_DECISION_EVENTS,
  toDecisions,
} from '../../core/question/decision.js';
import { newestPages } from '../declared/fetch-newest-events.js';
import { type HistoryEvent, runBefore, toEventId } from '../link/history-page.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { readFacts } from './read-decisions.js';

/** Events of one look at the history. */
const PAGE_SIZE = 500;
const MAX_LOOKS = MAX_DECISION_EVENTS / PAGE_SIZE;
/** Time limit of all looks together, in milliseconds: a person waits for the page. */
const DEADLINE_MS = 5_000;

/**
 * Looks for a question from the newest events on, over the runs of a chain: at 500 events a look, and at 2,000 in all.
 *
 * @returns `undefined` if these do not show the question. Without `request`, they show only its answer.
 * @throws {TaskError} That of the Temporal call.
 */
export async function findDecision(
  calls: TemporalCalls,
  { taskId, runId }: { readonly taskId: string; readonly runId: string },
  key: string,
): Promise<Decision | undefined> {
  const source = { payloads: calls.payloads, taskId };
  const endsAtMs = Date.now() + DEADLINE_MS;
  let facts: readonly DecisionFact[] = [];
  let looks = 0;
  let run: string | undefined = runId;
  let found: Decision | undefined;
  try {
    while (run !== undefined) {
      const limits = { pageSize: PAGE_SIZE, deadlineMs: DEADLINE_MS };
      let oldest: HistoryEvent | undefined;
      for await (const page of newestPages(calls, { taskId, runId: run }, limits)) {
        facts = [...(await readFacts(source, page.toReversed())), ...facts];
        found = toDecisions(facts).find((decision) => decision.key === key);
        if (found?.request) return found;
        looks += 1;
        oldest = page.at(-1);
        const isFirst = oldest !== undefined && toEventId(oldest) === 1;
        const isEnough = looks >= MAX_LOOKS || Date.now() > endsAtMs;
        if (isEnough && !(isFirst && runBefore(oldest) === undefined)) {
          return found;
        }
      }
      run = runBefore(oldest);
    }
  } catch (error) {
    // Retention may have removed an earlier run.
    const isGone = hasCode(error, TaskErrorCode.taskNotFound);
    if (!isGone || run === runId) throw error;
    return found;
  }
  // Without its question, it was an answer to none.
  return undefined;
}
