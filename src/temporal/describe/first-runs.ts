import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/contract.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';
import { findExecution } from './find-execution.js';

const MAX_FIRST_RUNS = 10_000;

/** Facts of a chain's first run, which later runs do not show. The first run has closed, so they are final. */
export interface FirstRun extends Pick<DescribedExecution, 'isTask'> {
  readonly cancelRequested: boolean;
  /** The memo of the start. Some SDKs (Java's) drop it at continue-as-new. */
  readonly meta: TaskMeta | undefined;
  /** ISO 8601. Absent: the run is gone. */
  readonly startedAt?: string | undefined;
}

/** The start of a chain of runs. */
export type ChainStart = Pick<DescribedExecution, 'isTask' | 'meta' | 'startedAt'>;

/** Retention may have removed the first run of a long chain. */
const GONE: FirstRun = { cancelRequested: false, meta: undefined, isTask: false };

/** Reads the first runs of chains, and keeps them: each is read once. */
export class FirstRuns {
  readonly #calls: TemporalCalls;
  readonly #runs = new LRUCache<string, FirstRun>({ max: MAX_FIRST_RUNS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** @returns `undefined` if the execution itself is the first run. */
  async read(taskId: string, execution: DescribedExecution): Promise<FirstRun | undefined> {
    const { firstRunId, runId } = execution;
    if (firstRunId === runId) return undefined;
    const cached = this.#runs.get(firstRunId);
    if (cached) return cached;
    const { cancelRequested, meta, isTask, startedAt } =
      (await findExecution(this.#calls, taskId, firstRunId)) ?? GONE;
    const first: FirstRun = {
      cancelRequested,
      meta,
      isTask,
      startedAt,
    };
    this.#runs.set(firstRunId, first);
    return first;
  }

  /**
   * Reads the start of a chain, which alone says whose the chain is: a later run may have another memo and other Search
   * Attributes. If the first run is gone or its memo cannot be read, the described run counts.
   */
  async readStart(taskId: string, execution: DescribedExecution): Promise<ChainStart> {
    const { startedAt, meta, isTask } = (await this.read(taskId, execution)) ?? execution;
    if (startedAt === undefined) return execution;
    return { startedAt, isTask, meta: meta ?? (isTask ? execution.meta : undefined) };
  }
}
