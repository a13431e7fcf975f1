import { LRUCache } from 'lru-cache';

const MAX_TASKS = 10_000;

/**
 * Which tasks sessions have read by way of this process. Another process knows of those that a session has created
 * (`Task.origin`), and of no more until they are read there.
 */
export class ReadTasks {
  readonly #read = new LRUCache<string, true>({ max: MAX_TASKS });

  add(session: string, taskId: string): void {
    this.#read.set(`${session} ${taskId}`, true);
  }

  has(session: string, taskId: string): boolean {
    return this.#read.has(`${session} ${taskId}`);
  }
}
