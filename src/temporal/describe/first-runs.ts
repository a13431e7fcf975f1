import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/contract.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';
import { findExecution } from './find-execution.js';

const MAX_KNOWN = 10_000;

/** Facts of a chain's first run, which later runs do not show. The first run has closed, so they are final. */
export interface FirstRun {
  readonly cancelRequested: boolean;
  /** The memo of the start. Some SDKs (Java's) drop it at continue-as-new. */
  readonly meta: TaskMeta | undefined;
  /** ISO 8601. Absent: the run is gone. */
  readonly startedAt?: string;
}

/** Retention may have removed the first run of a long chain. */
const GONE: FirstRun = { cancelRequested: false, meta: undefined };

async function readFirstRun(
  calls: TemporalCalls,
  taskId: string,
  { firstRunId }: Pick<DescribedExecution, 'firstRunId'>,
): Promise<FirstRun> {
  return (await findExecution(calls, taskId, firstRunId)) ?? GONE;
}

/** Reads a task's meta data from the memo of the described run, or else from that of the first run. */
export async function readChainMeta(
  calls: TemporalCalls,
  taskId: string,
  execution: DescribedExecution,
): Promise<TaskMeta | undefined> {
  const { meta, firstRunId, runId } = execution;
  return meta || firstRunId === runId ? meta : (await readFirstRun(calls, taskId, execution)).meta;
}

/** Reads the first runs of chains, and keeps them: each is read once. */
export class FirstRuns {
  readonly #calls: TemporalCalls;
  readonly #known = new LRUCache<string, FirstRun>({ max: MAX_KNOWN });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** @returns `undefined` if the execution itself is the first run. */
  async read(taskId: string, execution: DescribedExecution): Promise<FirstRun | undefined> {
    const { firstRunId, runId } = execution;
    if (firstRunId === runId) return undefined;
    const known = this.#known.get(firstRunId);
    if (known) return known;
    const { cancelRequested, meta, startedAt } = await readFirstRun(this.#calls, taskId, execution);
    const first: FirstRun = {
      cancelRequested,
      meta,
      ...(startedAt !== undefined && { startedAt }),
    };
    this.#known.set(firstRunId, first);
    return first;
  }
}
