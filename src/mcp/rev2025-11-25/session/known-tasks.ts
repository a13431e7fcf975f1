import { growingCache } from '../../../service/calls/call/growing-cache.js';

const MAX_SESSIONS = 1_000;
/** Maximum number of tasks of a session. A newer task replaces the oldest one. */
const MAX_TASKS = 100;

/** The tasks that each session has created or read through this process. */
export class KnownTasks {
  readonly #known = growingCache<Set<string>>({ max: MAX_SESSIONS });
  readonly #listeners = new Map<string, Set<(taskId: string) => void>>();

  add(session: string, taskId: string): void {
    const known = this.#known.get(session) ?? new Set();
    known.delete(taskId);
    known.add(taskId);
    const [oldest] = known;
    if (known.size > MAX_TASKS && oldest !== undefined) known.delete(oldest);
    this.#known.set(session, known);
    for (const onTask of this.#listeners.get(session) ?? []) onTask(taskId);
  }

  /** Calls back with each known task of a session, and with each later one until the signal fires. */
  forEach(session: string, onTask: (taskId: string) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    for (const taskId of this.#known.get(session) ?? []) onTask(taskId);
    const listeners = this.#listeners.get(session) ?? new Set();
    this.#listeners.set(session, listeners.add(onTask));
    const leave = (): void => {
      listeners.delete(onTask);
      if (listeners.size === 0) this.#listeners.delete(session);
    };
    signal.addEventListener('abort', leave, { once: true });
  }
}
