import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { FairQueue } from '../../core/value/fair-queue.js';
import type { Pace } from '../link/pace.js';
import { sleep } from '../link/sleep.js';

/** No task is looked at more often than this, in milliseconds. */
const SHORTEST_ROUND_MS = 750;
/** Interval of searches for closed tasks, in milliseconds; longer if they are slow. */
const CLOSED_EVERY_MS = 1_000;
/** The same after a search that has found tasks which are waited for: others have probably closed meanwhile. */
const CLOSED_AGAIN_MS = 500;
/** Searches take no more than this share of the time, where two in a row take long. */
const SEARCH_SHARE = 0.2;
/** The same after a search that has found tasks which are waited for: it saves as many looks. */
const FINDING_SHARE = 0.5;
const MAX_PAUSE_MS = 30_000;
/** Rounds that take longer than this, in seconds, are helped by searches. */
const LONG_ROUND_SECONDS = 1;

export interface TaskRoundsDependencies {
  /** Resolves with a text that is another one when something has happened to a task that may matter. */
  readonly look: (taskId: string) => Promise<string>;
  /** Resolves with the IDs of tasks that have closed since the last time; some may be among them again. */
  readonly findClosed: () => Promise<readonly string[]>;
  readonly pace: Pace;
}

/** The mark of a task's last look. */
export interface Seen {
  text: string | undefined;
}

/** A task, and the owner of the wait for it. */
export interface WatchedTask {
  readonly taskId: string;
  readonly owner: string;
}

interface Waiting extends WatchedTask {
  readonly seen: Seen;
  dueAtMs: number;
  readonly wake: () => void;
}

/**
 * Watches any number of tasks without a long poll: it looks at one after another, at a pace that does not grow with
 * their number. Owners take turns, so that a round of few tasks does not wait for another owner's many. When a round
 * takes long, one search a second finds all closed tasks.
 */
export class TaskRounds {
  readonly #dependencies: TaskRoundsDependencies;
  readonly #waiting = new Map<string, Waiting>();
  readonly #turns = new FairQueue<Waiting>();
  #isGoing = false;
  #isSearching = false;

  constructor(dependencies: TaskRoundsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves when there may be news of a task, a long poll is free for it, or the signal fires. One wait a task. */
  async untilNews({ taskId, owner }: WatchedTask, seen: Seen, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(taskId);
        this.#turns.remove(owner, waiting);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      const dueAtMs = Date.now() + SHORTEST_ROUND_MS;
      const waiting: Waiting = { taskId, owner, seen, wake, dueAtMs };
      this.#waiting.set(taskId, waiting);
      this.#turns.add(owner, waiting);
      if (!this.#isGoing) void this.#go();
      if (!this.#isSearching) void this.#search();
    });
  }

  /** A long poll is free: the next task of an owner who may have it gets it. */
  letOneIn(mayHave: (owner: string) => boolean): void {
    this.#turns.next(mayHave)?.wake();
  }

  async #go(): Promise<void> {
    const { pace } = this.#dependencies;
    this.#isGoing = true;
    while (this.#turns.size > 0) {
      const nowMs = Date.now();
      const waiting = this.#turns.next((_owner, { dueAtMs }) => dueAtMs <= nowMs);
      if (!waiting) {
        const dueAtMs = Math.min(...Array.from(this.#turns.heads(), (head) => head.dueAtMs));
        await sleep(dueAtMs - nowMs);
        continue;
      }
      const { taskId, owner } = waiting;
      waiting.dueAtMs = nowMs + SHORTEST_ROUND_MS;
      this.#turns.add(owner, waiting);
      await pace.turn();
      await pace.untilFree();
      if (this.#waiting.get(taskId) === waiting) void this.#look(waiting);
    }
    this.#isGoing = false;
  }

  /** A failed look is repeated in its turn. */
  async #look({ taskId, seen, wake }: Waiting): Promise<void> {
    const { look, pace } = this.#dependencies;
    try {
      const text = await pace.run(async () => look(taskId));
      if (text === seen.text) return;
      seen.text = text;
    } catch (error) {
      // Waking all waits in an outage would only add calls: the pace slows down instead.
      if (isTaskError(error) && error.code === TaskErrorCode.unavailable) return;
    }
    // Waits learn of other errors by reading the task.
    wake();
  }

  async #search(): Promise<void> {
    this.#isSearching = true;
    let pauseMs = CLOSED_EVERY_MS;
    let lastTookMs = 0;
    while (this.#waiting.size > 0) {
      await sleep(pauseMs);
      if (this.#waiting.size <= this.#dependencies.pace.perSecond * LONG_ROUND_SECONDS) continue;
      const startedAtMs = Date.now();
      try {
        const found = (await this.#dependencies.findClosed()).flatMap(
          (taskId) => this.#waiting.get(taskId) ?? [],
        );
        for (const { wake } of found) wake();
        const tookMs = Date.now() - startedAtMs;
        // A single slow search is an accident; the next one does not wait five times as long.
        const usualMs = Math.min(tookMs, lastTookMs);
        lastTookMs = tookMs;
        const [leastMs, share] =
          found.length > 0 ? [CLOSED_AGAIN_MS, FINDING_SHARE] : [CLOSED_EVERY_MS, SEARCH_SHARE];
        pauseMs = Math.min(Math.max(leastMs, usualMs / share), MAX_PAUSE_MS);
      } catch {
        // The rounds find them as well, if later.
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
    this.#isSearching = false;
  }
}
