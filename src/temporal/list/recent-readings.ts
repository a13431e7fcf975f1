import { LRUCache } from 'lru-cache';

import type { TemporalTask } from '../task/to-task.js';

/** Maximum age of a reading in a list, in milliseconds: clients are told to poll a task no more often. */
const RECENT_MS = 2_000;
const MAX_KEPT = 1_000;

/** Readings of open tasks by this process in the last two seconds, without news since. */
export class RecentReadings {
  /** Readings by task ID. */
  readonly #readings = new LRUCache<
    string,
    { readonly owner: string; readonly task: TemporalTask }
  >({ max: MAX_KEPT, ttl: RECENT_MS });

  /**
   * Keeps an owner's reading of an open task.
   *
   * @param startMs Start of the read, on the clock of `performance.now()`. Default: now.
   */
  keep(owner: string, task: TemporalTask, startMs = performance.now()): void {
    if (!task.outcome) this.#readings.set(task.taskId, { owner, task }, { start: startMs });
  }

  /** The owner's reading of the last two seconds, or `undefined`. */
  get(taskId: string, owner: string): TemporalTask | undefined {
    const reading = this.#readings.get(taskId);
    return reading?.owner === owner ? reading.task : undefined;
  }

  forget(taskId: string): void {
    this.#readings.delete(taskId);
  }
}
