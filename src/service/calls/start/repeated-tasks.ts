import type { Task } from '../../../core/task/task.js';
import { toDigest } from '../../../core/value/json-digest.js';
import { growingCache } from '../growing-cache.js';

import { type ReadTask, TaskReads } from './task-reads.js';

/** Maximum number of remembered calls, of all owners together. */
const MAX_CALLS = 10_000;

/** The task that answered a call, as far as this process remembers it. */
export type KnownTask = ReadTask & Pick<Task, 'origin'>;

/**
 * Calls made as tasks, so that a repetition finds the task of the previous equal call.
 *
 * The data is local to this process. Tasks from other processes are found by an idempotency key: the call, its day,
 * and its number on that day.
 */
export class RepeatedTasks {
  /** Reads of tasks by clients of this process. */
  readonly reads = new TaskReads();
  readonly #latest = growingCache<KnownTask>({ max: MAX_CALLS });
  readonly #numbers = growingCache<number>({ max: MAX_CALLS });

  /** The task of the latest equal call. */
  latest(call: string): KnownTask | undefined {
    return this.#latest.get(call);
  }

  /** Remembers the task that answered a call. */
  remember(call: string, { taskId, createdAt, pollIntervalMs, origin }: KnownTask): void {
    const known = { taskId, createdAt, pollIntervalMs };
    this.#latest.set(call, { ...known, ...(origin && { origin }) });
  }

  /**
   * Returns the next idempotency key of a call. No key is returned twice. All processes return the same keys in the
   * same order on one day (UTC). Numbers start again each day, since each key that was used before costs a request to
   * Temporal.
   */
  async nextKey(call: string, nowMs = Date.now()): Promise<string> {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const counted = `${day} ${call}`;
    const number = this.#numbers.get(counted) ?? 0;
    this.#numbers.set(counted, number + 1);
    return toDigest(['repeatedTask', day, call, number]);
  }
}
