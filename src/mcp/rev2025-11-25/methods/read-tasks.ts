import { growingCache } from '../../../service/calls/growing-cache.js';

const MAX_TASKS = 10_000;

/**
 * Tasks that each session has read through this process. Another process knows only the tasks that the session has
 * created (`Task.origin`).
 */
export class ReadTasks {
  readonly #read = growingCache<true>({ max: MAX_TASKS });

  add(session: string, taskId: string): void {
    this.#read.set(`${session} ${taskId}`, true);
  }

  has(session: string, taskId: string): boolean {
    return this.#read.has(`${session} ${taskId}`);
  }
}
