import { LRUCache } from 'lru-cache';

import { isTaskError } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { SourceReading } from '../../core/mapping/workflow-source.js';
import { queryWorkflow } from '../link/query-workflow.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Minimum interval of a Query to one Workflow, in milliseconds: 20 times a minute at most. */
const QUERY_INTERVAL_MS = 3_000;
/** Pause after a failed Query, in milliseconds: for the Workflow, or for its Task Queue if no Worker answers there. */
const NO_ANSWER_PAUSE_MS = 5_000;
/** Number of unanswered Queries after which a Task Queue counts as without Workers. A single Query can be lost. */
const UNANSWERED_QUERIES = 2;
/**
 * Maximum delay of a Query while a Worker moves the execution on, and the interval of looks until then, in
 * milliseconds.
 */
const MOVING_MS = 5_000;
const MOVING_REFRESH_MS = 500;
/** Time after an answer or an action in which no interval applies, in milliseconds. */
const URGENT_MS = 1_000;
const MAX_EXECUTIONS = 10_000;

export interface QueriedExecution {
  readonly taskId: string;
  readonly runId: string;
  readonly taskQueue: string;
  readonly historyLength: number;
  /** True if a Workflow Task is scheduled or started. A Query would have to wait for it. */
  readonly isMoving: boolean;
  /** In milliseconds since the epoch. */
  readonly startedAtMs: number;
}

interface SentQuery {
  readonly atMs: number;
  /** History length at the time of the Query. While it does not grow, the answer stays the same. */
  readonly historyLength: number;
  readonly reading: Promise<SourceReading>;
}

/**
 * Queries Workflows for readers, with as little load on Workers as possible. A Workflow's state changes only with its
 * history, so an idle Workflow is queried once, and a busy one at intervals.
 */
export class WorkflowQueries {
  readonly #calls: TemporalCalls;
  readonly #logger: Logger;
  readonly #queries = new LRUCache<string, SentQuery>({ max: MAX_EXECUTIONS });
  readonly #urgent = new LRUCache<string, true>({ max: MAX_EXECUTIONS, ttl: URGENT_MS });
  /** Queries without an answer on a Task Queue since the last answered one. */
  readonly #unanswered = new LRUCache<string, number>({ max: 1_000, ttl: NO_ANSWER_PAUSE_MS });

  constructor(calls: TemporalCalls, logger: Logger) {
    this.#calls = calls;
    this.#logger = logger;
  }

  /** Lets the next reads show a change to a task through this process at once. */
  expectNews(taskId: string): void {
    this.#urgent.set(taskId, true);
  }

  /** Returns the answer to a Query without arguments. It may be the last answer, if that is recent. */
  async query(
    execution: QueriedExecution,
    query: { readonly name: string; readonly limitMs: number },
  ): Promise<SourceReading> {
    const { taskId, runId, historyLength } = execution;
    const key = JSON.stringify([taskId, runId, query.name]);
    const last = this.#queries.get(key);
    const lastReading = await last?.reading;
    if (last && lastReading?.isKnown === true && last.historyLength >= historyLength) {
      return lastReading;
    }
    // Another caller has asked meanwhile.
    const newest = this.#queries.get(key);
    if (newest !== last && newest) return newest.reading;
    const waitMs = this.#toWaitMs(execution, last, lastReading);
    if (waitMs > 0)
      return { ...lastReading, isKnown: lastReading?.isKnown ?? false, refreshMs: waitMs };
    const reading = this.#queryNow(execution, query);
    this.#queries.set(key, { atMs: Date.now(), historyLength, reading });
    return reading;
  }

  /** Time to wait before the next Query, in milliseconds. */
  #toWaitMs(
    { taskId, isMoving, startedAtMs, taskQueue }: QueriedExecution,
    last: SentQuery | undefined,
    lastReading: SourceReading | undefined,
  ): number {
    const nowMs = Date.now();
    const isKnown = lastReading?.isKnown === true;
    const isUrgent = this.#urgent.has(taskId);
    // A Query to a Workflow that ends meanwhile gets no answer, so it waits while the Workflow moves on.
    const isMovedSoon = isMoving && nowMs - (last?.atMs ?? startedAtMs) < MOVING_MS;
    const movingMs = isMovedSoon && (isKnown || !isUrgent) ? MOVING_REFRESH_MS : 0;
    if (isUrgent) return movingMs;
    const pauseMs = last && !isKnown ? NO_ANSWER_PAUSE_MS : QUERY_INTERVAL_MS;
    const isSilent = (this.#unanswered.get(taskQueue) ?? 0) >= UNANSWERED_QUERIES;
    return Math.max(
      movingMs,
      last ? last.atMs + pauseMs - nowMs : 0,
      isSilent ? this.#unanswered.getRemainingTTL(taskQueue) : 0,
    );
  }

  async #queryNow(
    { taskId, runId, taskQueue }: QueriedExecution,
    { name, limitMs }: { readonly name: string; readonly limitMs: number },
  ): Promise<SourceReading> {
    const unknown = { isKnown: false, refreshMs: NO_ANSWER_PAUSE_MS };
    try {
      const query = { workflowId: taskId, runId, name, arguments: [], limitMs };
      const outcome = await queryWorkflow(this.#calls, query);
      if (outcome.kind === 'refused') return unknown;
      if (outcome.kind === 'noWorker') {
        this.#unanswered.set(taskQueue, (this.#unanswered.get(taskQueue) ?? 0) + 1);
        return unknown;
      }
      this.#unanswered.delete(taskQueue);
      if (outcome.kind === 'unreadable') return { ...unknown, unreadable: outcome.reason };
      return outcome.kind === 'answered' ? { isKnown: true, value: outcome.value } : unknown;
    } catch (error) {
      // A reader can show the rest of the task without this answer.
      if (!isTaskError(error)) throw error;
      this.#logger.warn({ err: error, taskId, query: name }, 'A Query has failed');
      return unknown;
    }
  }
}
