import { LRUCache } from 'lru-cache';

import { inShell, quoteName } from '../../core/value/quote.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { VersioningBehavior } from '../link/proto-enums.js';
import {
  describeMissingCurrent,
  describeMissingPinned,
  pollingSince,
  readTaskQueue,
  type TaskQueue,
  toWorkerVersion,
} from '../link/task-queue.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Time for which the Workers of a Task Queue are remembered, in milliseconds: many tasks may wait for them. */
const KEPT_MS = 5_000;
const MAX_TASK_QUEUES = 1_000;

export function describeNoWorker({ raw }: Pick<DescribedExecution, 'raw'>): string {
  const name = raw.executionConfig?.taskQueue?.name;
  return name ? `Waiting for a worker of Task Queue ${quoteName(name)}.` : 'Waiting for a worker.';
}

/** Finds out which Worker an execution waits for. */
export class MissingWorkers {
  readonly #calls: TemporalCalls;
  readonly #queues = new LRUCache<string, Promise<TaskQueue | undefined>>({
    max: MAX_TASK_QUEUES,
    ttl: KEPT_MS,
  });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /**
   * `undefined` if a Worker polls that has the version, if any, or the server may not know.
   *
   * @param sinceMs Time since which a Workflow Task waits, by Temporal's clock. Absent: none does, or it is not known.
   */
  async describe(
    taskId: string,
    execution: DescribedExecution,
    sinceMs?: number,
  ): Promise<string | undefined> {
    const { raw, activity } = execution;
    const name = raw.executionConfig?.taskQueue?.name;
    const read = name ? await this.#read(name, activity ? 'activities' : 'workflows') : undefined;
    if (!read) return undefined;
    const queue = sinceMs === undefined ? read : pollingSince(read, sinceMs);
    const { behavior, deploymentVersion, versioningOverride } =
      raw.workflowExecutionInfo?.versioningInfo ?? {};
    const isPinned = behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
    const pinned = toWorkerVersion(
      versioningOverride?.pinned?.version ?? (isPinned ? deploymentVersion : undefined),
    );
    const missing =
      pinned && versioningOverride?.autoUpgrade !== true
        ? describeMissingPinned(queue, pinned, `--workflow-id ${inShell(taskId)}`)
        : describeMissingCurrent(queue);
    return missing ?? (queue.pollers === 0 ? describeNoWorker(execution) : undefined);
  }

  async #read(name: string, polledFor: 'workflows' | 'activities'): Promise<TaskQueue | undefined> {
    const key = `${polledFor} ${name}`;
    const cached = this.#queues.get(key);
    // A cached one is not set again: that would prolong its time with each read.
    if (cached) return cached;
    const reading = readTaskQueue(this.#calls, name, polledFor).catch(() => undefined);
    this.#queues.set(key, reading);
    return reading;
  }
}
