import { growingCache } from '../../../service/calls/call/growing-cache.js';

const MAX_SESSIONS = 10_000;

/**
 * The sessions that have received a task from a call through this process. In this revision, there is no other sign
 * that a client uses tasks.
 */
export class TaskSessions {
  readonly #sessions = growingCache<true>({ max: MAX_SESSIONS });

  add(session: string): void {
    this.#sessions.set(session, true);
  }

  has(session: string): boolean {
    return this.#sessions.has(session);
  }
}
