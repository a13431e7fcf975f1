import { LRUCache } from 'lru-cache';

import { isClosed } from '../core/task-status.js';
import type { Task } from '../core/task.js';
import type { Owner, Tasks } from '../core/tasks.js';

/** Owners whose open tasks are kept. */
const MAX_OWNERS = 1_000;
/** So long a look serves everybody who asks, in milliseconds: it reads every open task. */
const FRESH_MS = 1_000;
/** Pages of a list that are looked at: running tasks come first. */
const MAX_PAGES = 4;

/** The open tasks of owners, as they are now. Whoever asks at the same time shares one look. */
export class OpenTasks {
  readonly #tasks: Pick<Tasks, 'list'>;
  readonly #looks = new LRUCache<Owner, Promise<readonly Task[]>>({
    max: MAX_OWNERS,
    ttl: FRESH_MS,
  });

  constructor(tasks: Pick<Tasks, 'list'>) {
    this.#tasks = tasks;
  }

  async read(owner: Owner): Promise<readonly Task[]> {
    const known = this.#looks.get(owner);
    if (known) return known;
    const look = this.#list(owner);
    this.#looks.set(owner, look);
    look.catch(() => {
      if (this.#looks.peek(owner) === look) this.#looks.delete(owner);
    });
    return look;
  }

  async #list(owner: Owner): Promise<readonly Task[]> {
    const open: Task[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { tasks, nextCursor } = await this.#tasks.list(
        owner,
        cursor === undefined ? {} : { cursor },
      );
      open.push(...tasks.filter(({ phase }) => !isClosed(phase)));
      if (nextCursor === undefined || tasks.some(({ phase }) => isClosed(phase))) break;
      cursor = nextCursor;
    }
    return open;
  }
}
