import { LRUCache } from 'lru-cache';

const MAX_SESSIONS = 10_000;

/**
 * The sessions that have asked for a task by way of this process. Nothing else tells whether a client uses tasks, since
 * this revision has no word for it.
 */
export class TaskSessions {
  readonly #sessions = new LRUCache<string, true>({ max: MAX_SESSIONS });

  add(session: string): void {
    this.#sessions.set(session, true);
  }

  has(session: string): boolean {
    return this.#sessions.has(session);
  }
}
