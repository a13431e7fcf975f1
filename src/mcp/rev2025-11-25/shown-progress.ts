import { LRUCache } from 'lru-cache';

const MAX_TASKS = 10_000;

/** How far progress has been reported of each task to each session. What is forgotten is reported once more. */
export class ShownProgress {
  readonly #progress = new LRUCache<string, number>({ max: MAX_TASKS });

  /**
   * Whether progress is above everything reported of the task to a session so far (Progress › Behavior Requirements); if
   * it is, it counts as reported from then on.
   */
  advance(taskId: string, session: string, progress: number): boolean {
    const shownTo = `${taskId} ${session}`;
    if (progress <= (this.#progress.get(shownTo) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#progress.set(shownTo, progress);
    return true;
  }
}
