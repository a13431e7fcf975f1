import type { TaskProgress } from '../../../core/contract/contract.js';
import type { Task } from '../../../core/task/task.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import { growingCache } from '../../../service/calls/call/growing-cache.js';

const MAX_TASKS = 10_000;

/** The reported progress of each task, by session. If an entry was dropped, the progress is reported again. */
export class ShownProgress {
  readonly #told = growingCache<ReportedProgress>({ max: MAX_TASKS });

  /** Returns the progress to report to a session now, and marks it as reported; `undefined` if there is nothing new. */
  next(task: Task, session: string): TaskProgress | undefined {
    const key = `${task.taskId} ${session}`;
    const nowMs = Date.now();
    const told = this.#told.get(key) ?? new ReportedProgress(nowMs);
    this.#told.set(key, told);
    return told.next(task, nowMs);
  }
}
