import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/contract.js';
import { hasCode, TaskErrorCode } from '../../core/errors.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { type DescribedExecution, readMarks } from './describe-execution.js';
import { findExecution } from './find-execution.js';
import { readFirstEvent } from './start-arguments.js';

const MAX_FIRST_RUNS = 10_000;

/** Facts of a chain's first run, which later runs do not show. The first run has closed, so they are final. */
export interface FirstRun extends Pick<DescribedExecution, 'isTask' | 'unreadableMeta'> {
  readonly cancelRequested: boolean;
  /** The memo of the first run, which its Workflow may have changed. Some SDKs (Java's) drop it at continue-as-new. */
  readonly meta: TaskMeta | undefined;
  /** ISO 8601. Absent: the run is gone. */
  readonly startedAt?: string | undefined;
}

/** The start of a chain of runs. */
export type ChainStart = Pick<DescribedExecution, 'isTask' | 'meta' | 'startedAt'>;

/** What the event of a chain's start says, which no Workflow can change. */
type StartMarks = Pick<ChainStart, 'isTask' | 'meta'>;

/** Retention may have removed the first run of a long chain. */
const GONE: FirstRun = { cancelRequested: false, meta: undefined, isTask: false };
/** Nobody knows whose the chain was, so it belongs to nobody. */
const FOREIGN: StartMarks = { meta: undefined, isTask: true };

/** Reads the first runs of chains, and keeps them: each is read once. */
export class FirstRuns {
  readonly #calls: TemporalCalls;
  readonly #runs = new LRUCache<string, FirstRun>({ max: MAX_FIRST_RUNS });
  readonly #marks = new LRUCache<string, StartMarks>({ max: MAX_FIRST_RUNS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** @returns `undefined` if the execution itself is the first run. */
  async read(taskId: string, execution: DescribedExecution): Promise<FirstRun | undefined> {
    const { firstRunId, runId } = execution;
    if (firstRunId === runId) return undefined;
    const cached = this.#runs.get(firstRunId);
    if (cached) return cached;
    const found = await findExecution(this.#calls, taskId, firstRunId);
    const { cancelRequested, meta, unreadableMeta, isTask, startedAt } = found ?? GONE;
    const first: FirstRun = { cancelRequested, meta, unreadableMeta, isTask, startedAt };
    // What cannot be decoded now may be later.
    if (!unreadableMeta) this.#runs.set(firstRunId, first);
    return first;
  }

  /**
   * Reads the start of a chain, which alone says whose the chain is: a later run may have another memo and other Search
   * Attributes. Where the first run names no owner, its Workflow may have erased it, so the event of its start decides.
   */
  async readStart(taskId: string, execution: DescribedExecution): Promise<ChainStart> {
    const first = (await this.read(taskId, execution)) ?? execution;
    const startedAt = first.startedAt ?? execution.startedAt;
    if (first.meta || first.unreadableMeta) {
      return { startedAt, isTask: true, meta: first.meta ?? execution.meta };
    }
    const isGone = first.startedAt === undefined;
    const marks = isGone ? FOREIGN : await this.#readMarks(taskId, execution);
    const isTask = first.isTask || marks.isTask;
    return { startedAt, isTask, meta: marks.meta ?? (isTask ? execution.meta : undefined) };
  }

  async #readMarks(
    taskId: string,
    { firstRunId, activity }: DescribedExecution,
  ): Promise<StartMarks> {
    // Nothing changes an Activity's header.
    if (activity) return { meta: undefined, isTask: false };
    const cached = this.#marks.get(firstRunId);
    if (cached) return cached;
    const event = await readFirstEvent(this.#calls, taskId, firstRunId).catch((error: unknown) => {
      if (hasCode(error, TaskErrorCode.taskNotFound)) return undefined;
      throw error;
    });
    const started = event?.workflowExecutionStartedEventAttributes;
    if (!started) return FOREIGN;
    const { meta, isTask, unreadableMeta } = await readMarks(this.#calls, taskId, started);
    const marks = { meta, isTask };
    if (!unreadableMeta) this.#marks.set(firstRunId, marks);
    return marks;
  }
}
