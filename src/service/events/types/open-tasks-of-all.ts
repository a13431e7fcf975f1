import type { Task } from '../../../core/task/task.js';

/** Time for which a read is shared, in milliseconds. Each one reads all open tasks of all owners. */
const FRESH_MS = 15_000;

/** The open tasks of all owners, up to 15 s old. Simultaneous callers share one read. */
export class OpenTasksOfAll {
  readonly #list: () => Promise<readonly Task[]>;
  readonly #now: () => number;
  #look: { readonly atMs: number; readonly tasks: Promise<readonly Task[]> } | undefined;

  constructor(list: () => Promise<readonly Task[]>, now: () => number = Date.now) {
    this.#list = list;
    this.#now = now;
  }

  async read(): Promise<readonly Task[]> {
    const known = this.#look;
    if (known && this.#now() - known.atMs < FRESH_MS) return known.tasks;
    const look = { atMs: this.#now(), tasks: this.#list() };
    this.#look = look;
    look.tasks.catch(() => {
      if (this.#look === look) this.#look = undefined;
    });
    return look.tasks;
  }
}
