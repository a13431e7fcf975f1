import type { TaskProgress } from '../../../core/contract.js';
import type { Task } from '../../../core/task/task.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import { growingCache } from '../../../service/calls/growing-cache.js';

const MAX_TASKS = 10_000;

/** Progress that each session has been told, by task. Forgotten progress is told again. */
export class ShownProgress {
  readonly #told = growingCache<ReportedProgress>({ max: MAX_TASKS });

  /** The progress to tell a session now; `undefined` for no news. Marks it as told. */
  next(task: Task, session: string): TaskProgress | undefined {
    const key = `${task.taskId} ${session}`;
    const nowMs = Date.now();
    const told = this.#told.get(key) ?? new ReportedProgress(nowMs);
    this.#told.set(key, told);
    return told.next(task, nowMs);
  }
}
