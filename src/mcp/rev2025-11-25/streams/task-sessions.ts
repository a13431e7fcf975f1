import { growingCache } from '../../../service/calls/growing-cache.js';

const MAX_SESSIONS = 10_000;

/**
 * The sessions that have asked for a task through this process. This revision has no other sign that a client uses
 * tasks.
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
