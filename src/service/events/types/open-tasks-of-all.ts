import type { Task } from '../../../core/task/task.js';

/** Lifetime of a shared read, in milliseconds: it reads every open task of every owner. */
const FRESH_MS = 15_000;

/** The open tasks of all owners, as of a moment ago. Simultaneous callers share one look. */
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
