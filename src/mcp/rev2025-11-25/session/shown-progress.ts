import type { TaskProgress } from '../../../core/contract/contract.js';
import type { Task } from '../../../core/task/task.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import { growingCache } from '../../../service/calls/call/growing-cache.js';

const MAX_REPORTS = 10_000;

/** The reported progress of each task, by session and token. If an entry was dropped, the progress is reported again. */
export class ShownProgress {
  readonly #told = growingCache<ReportedProgress>({ max: MAX_REPORTS });

  /** Returns the progress to report to a session now, and marks it as reported; `undefined` if there is nothing new. */
  next(task: Task, session: string, token: string | number): TaskProgress | undefined {
    // A number and the same text are two tokens.
    const key = JSON.stringify([task.taskId, session, token]);
    const nowMs = Date.now();
    const told = this.#told.get(key) ?? new ReportedProgress(nowMs);
    this.#told.set(key, told);
    return told.next(task, nowMs);
  }
}
