import { LRUCache } from 'lru-cache';

import type { TaskProgress } from '../../../core/contract.js';
import type { Task } from '../../../core/task/task.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';

const MAX_TASKS = 10_000;

/** What sessions have been told of the progress of each task. What is forgotten is told once more. */
export class ShownProgress {
  readonly #told = new LRUCache<string, ReportedProgress>({ max: MAX_TASKS });

  /** What a session is to be told of a task now; `undefined`: nothing. It counts as told. */
  next(task: Task, session: string): TaskProgress | undefined {
    const key = `${task.taskId} ${session}`;
    const nowMs = Date.now();
    const told = this.#told.get(key) ?? new ReportedProgress(nowMs);
    this.#told.set(key, told);
    return told.next(task, nowMs);
  }
}
