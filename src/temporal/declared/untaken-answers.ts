import { LRUCache } from 'lru-cache';

import { INPUT_SIGNAL, parseInputSignal } from '../../core/contract/contract.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { fetchNewestEvents } from './fetch-newest-events.js';

const MAX_EXECUTIONS = 10_000;
/** Events after the last Workflow Task. Answers further back count as taken. */
const PAGE_SIZE = 100;
const MAX_PAGES = 2;
/** Time limit of the look, in milliseconds. After it, the questions count as open, as their Workflow shows them. */
const DEADLINE_MS = 2_000;

/**
 * Finds answers in the history that a busy Workflow has not taken yet, so that its memo still shows their questions.
 * With them, a question that one process has closed is closed in all.
 */
export class UntakenAnswers {
  readonly #calls: TemporalCalls;
  readonly #known = new LRUCache<string, readonly string[]>({ max: MAX_EXECUTIONS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** Returns the keys of answered questions. Costs a call while a Workflow that asks has a Workflow Task to do. */
  async find(
    taskId: string,
    { runId, historyLength, isPaused, raw, state, activity }: DescribedExecution,
  ): Promise<readonly string[]> {
    const asks = Object.keys(state?.inputRequests ?? {}).length > 0;
    if (!asks || activity || !(isPaused || raw.pendingWorkflowTask)) return [];
    const key = `${runId} ${historyLength}`;
    const known = this.#known.get(key);
    if (known) return known;
    try {
      const keys = await this.#read(taskId, runId);
      this.#known.set(key, keys);
      return keys;
    } catch {
      return [];
    }
  }

  async #read(taskId: string, runId: string): Promise<readonly string[]> {
    const events = await fetchNewestEvents(
      this.#calls,
      { taskId, runId },
      {
        isEnough: (event) => event.workflowTaskCompletedEventAttributes != null,
        pageSize: PAGE_SIZE,
        maxPages: MAX_PAGES,
        deadlineMs: DEADLINE_MS,
      },
    );
    const place = { workflowId: taskId, what: `the arguments of signal "${INPUT_SIGNAL}"` };
    const answers = events.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => {
      const [payload] = signal?.input?.payloads ?? [];
      return signal?.signalName === INPUT_SIGNAL && payload ? [payload] : [];
    });
    const values = await Promise.all(
      answers.map(async (payload) => (await this.#calls.payloads.read(payload, place)).value),
    );
    return values.flatMap((value) => Object.keys(parseInputSignal(value)));
  }
}
