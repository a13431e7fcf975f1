import type { Task } from '../../../core/task/task.js';
import { toDigest } from '../../../core/value/json-digest.js';
import { growingCache } from '../growing-cache.js';

import { type ReadTask, TaskReads } from './task-reads.js';

/** Calls that are remembered, by any number of owners. */
const MAX_CALLS = 10_000;

/** A task that a call was answered with, as far as it is remembered. */
export type KnownTask = ReadTask & Pick<Task, 'origin'>;

/**
 * Calls made as tasks, so that a repetition finds the task of the one before.
 *
 * All of it is this process's own. Tasks that other processes have started are found by the idempotency key of the call, its
 * day and its number on that day.
 */
export class RepeatedTasks {
  /** Reads of tasks by clients of this process. */
  readonly reads = new TaskReads();
  readonly #latest = growingCache<KnownTask>({ max: MAX_CALLS });
  readonly #numbers = growingCache<number>({ max: MAX_CALLS });

  /** The task that the same call was answered with last. */
  latest(call: string): KnownTask | undefined {
    return this.#latest.get(call);
  }

  /** Remembers the task that a call is answered with. */
  remember(call: string, { taskId, createdAt, pollIntervalMs, origin }: KnownTask): void {
    const known = { taskId, createdAt, pollIntervalMs };
    this.#latest.set(call, { ...known, ...(origin && { origin }) });
  }

  /**
   * The next idempotency key of a call: no key is given twice. Every process gives the same keys in the same order on one
   * day (UTC). They begin anew with each day, since each one that was used before costs a request to Temporal.
   */
  async nextKey(call: string, nowMs = Date.now()): Promise<string> {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const counted = `${day} ${call}`;
    const number = this.#numbers.get(counted) ?? 0;
    this.#numbers.set(counted, number + 1);
    return toDigest(['repeatedTask', day, call, number]);
  }
}
