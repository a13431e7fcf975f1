import { LRUCache } from 'lru-cache';

import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';

const MAX_OWNERS = 1_000;
/** Time for which a read is shared, in milliseconds. Each one reads all open tasks of the owner. */
const FRESH_MS = 1_000;

/** The open tasks of owners, up to a second old. Simultaneous callers share one read. */
export class OpenTasks {
  readonly #tasks: Pick<Tasks, 'list'>;
  readonly #looks = new LRUCache<string, Promise<readonly Task[]>>({
    max: MAX_OWNERS,
    ttl: FRESH_MS,
  });

  constructor(tasks: Pick<Tasks, 'list'>) {
    this.#tasks = tasks;
  }

  async read(owner: string): Promise<readonly Task[]> {
    const known = this.#looks.get(owner);
    if (known) return known;
    const look = this.#tasks.list(owner, { isOpen: true }).then(({ tasks }) => tasks);
    this.#looks.set(owner, look);
    look.catch(() => {
      if (this.#looks.peek(owner) === look) this.#looks.delete(owner);
    });
    return look;
  }
}
