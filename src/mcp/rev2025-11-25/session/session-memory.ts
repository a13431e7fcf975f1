import { LRUCache } from 'lru-cache';

import type { TaskProgress } from '../../../core/contract/contract.js';
import type { Sealer } from '../../../core/sealer.js';
import type { Task } from '../../../core/task/task.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import { growingCache } from '../../../service/calls/call/growing-cache.js';

import { openSession, type Session } from './session.js';
import { StatusMemory } from './status-memory.js';

/** Time for which an opened session is cached, in milliseconds. A session serves up to this long after its expiry. */
const OPENED_FOR_MS = 60_000;
/** Maximum total length of the cached session IDs. Their content is about as long. */
const MAX_CHARACTERS = 4_000_000;
const MAX_SESSIONS_WITH_TASKS = 10_000;
const MAX_SESSIONS_WITH_STREAMS = 1_000;
/** Maximum number of tasks of a session. A newer task replaces the oldest one. */
const MAX_TASKS = 100;
const MAX_REPORTS = 10_000;

/**
 * The memory of this process for the sessions of its clients. Another replica, or this one after a restart, serves a
 * session without it: news may come twice, or only when the client asks.
 */
export class SessionMemory {
  /** The statuses of tasks as each session knows them. */
  readonly statuses = new StatusMemory();
  readonly #sealer: Pick<Sealer, 'open'>;
  readonly #opened = new LRUCache<string, Session>({
    ttl: OPENED_FOR_MS,
    perf: Date,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_session, sessionId) => sessionId.length,
  });
  readonly #usesTasks = growingCache<true>({ max: MAX_SESSIONS_WITH_TASKS });
  readonly #tasks = growingCache<Set<string>>({ max: MAX_SESSIONS_WITH_STREAMS });
  readonly #followers = new Map<string, Set<(taskId: string) => void>>();
  readonly #progress = growingCache<ReportedProgress>({ max: MAX_REPORTS });

  constructor(sealer: Pick<Sealer, 'open'>) {
    this.#sealer = sealer;
  }

  /**
   * Returns the session in an ID; `undefined` if the ID was altered, has expired, or belongs to another owner. A session
   * comes with each request of a client, so it is not decrypted each time. Invalid IDs cannot displace valid ones.
   */
  async open(owner: string, sessionId: string): Promise<Session | undefined> {
    let session = this.#opened.get(sessionId);
    if (!session) {
      session = await openSession(this.#sealer, sessionId);
      if (session) this.#opened.set(sessionId, session);
    }
    return session?.owner === owner ? session : undefined;
  }

  /** A call has given the session a task. In this revision, there is no other sign that a client uses tasks. */
  gaveTask(session: string): void {
    this.#usesTasks.set(session, true);
  }

  usesTasks(session: string): boolean {
    return this.#usesTasks.has(session);
  }

  /** The session has created or read a task. */
  learnTask(session: string, taskId: string): void {
    const tasks = this.#tasks.get(session) ?? new Set();
    tasks.delete(taskId);
    tasks.add(taskId);
    const [oldest] = tasks;
    if (tasks.size > MAX_TASKS && oldest !== undefined) tasks.delete(oldest);
    this.#tasks.set(session, tasks);
    for (const follow of this.#followers.get(session) ?? []) follow(taskId);
  }

  /** Calls back with each task that a session knows, and with each later one until the signal fires. */
  followTasks(session: string, follow: (taskId: string) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    for (const taskId of this.#tasks.get(session) ?? []) follow(taskId);
    const followers = this.#followers.get(session) ?? new Set();
    this.#followers.set(session, followers.add(follow));
    const leave = (): void => {
      followers.delete(follow);
      if (followers.size === 0) this.#followers.delete(session);
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  /** Returns the progress to report to a session now, and marks it as reported; `undefined` if there is no news. */
  nextProgress(task: Task, session: string, token: string | number): TaskProgress | undefined {
    // A number and the same text are two tokens.
    const key = JSON.stringify([task.taskId, session, token]);
    const nowMs = Date.now();
    const reported = this.#progress.get(key) ?? new ReportedProgress(nowMs);
    this.#progress.set(key, reported);
    return reported.next(task, nowMs);
  }
}
