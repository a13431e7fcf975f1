import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { FairQueue } from '../../core/value/fair-queue.js';
import type { Pace } from '../link/pace.js';
import { sleep } from '../link/sleep.js';

/** Minimum interval of looks at one task, in milliseconds. */
const SHORTEST_ROUND_MS = 750;
/** Interval of searches for closed tasks, in milliseconds; longer if they are slow. */
const CLOSED_EVERY_MS = 1_000;
/**
 * Interval after a search that has found awaited tasks, in milliseconds: other tasks have probably closed meanwhile.
 */
const CLOSED_AGAIN_MS = 500;
/** Maximum share of the time for searches, if two searches in a row are slow. */
const SEARCH_SHARE = 0.2;
/** Maximum share after a search that has found awaited tasks, since it saves as many looks. */
const FINDING_SHARE = 0.5;
const MAX_PAUSE_MS = 30_000;
/** Duration of a round in seconds from which searches help. */
const LONG_ROUND_SECONDS = 1;

export interface TaskRoundsDependencies {
  /** Resolves with a mark of the task. A new mark means that the task may have changed. */
  readonly look: (taskId: string) => Promise<string>;
  /** Resolves with the IDs of tasks that have closed since the last search. Some IDs may come again. */
  readonly findClosed: () => Promise<readonly string[]>;
  readonly pace: Pace;
}

/** The mark of a task's last look. */
export interface Seen {
  text: string | undefined;
}

/** A task, and the owner who waits for it. */
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
 * Watches any number of tasks without long polls. It looks at one task after another, at a pace that does not grow with
 * their number. Owners take turns, so that an owner with few tasks does not wait for another owner's many. If a round
 * takes long, one search per second finds all closed tasks.
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

  /** Resolves when a task may have news, a long poll is free for it, or the signal fires. One wait per task. */
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

  /** Wakes the next task of an owner who may have the long poll that is free. */
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

  /** Looks at a task. A failed look is repeated at the task's next turn. */
  async #look({ taskId, seen, wake }: Waiting): Promise<void> {
    const { look, pace } = this.#dependencies;
    try {
      const text = await pace.run(async () => look(taskId));
      if (text === seen.text) return;
      seen.text = text;
    } catch (error) {
      // In an outage, woken waits would only add calls. The pace slows down instead.
      if (isTaskError(error) && error.code === TaskErrorCode.unavailable) return;
    }
    // A wait reads the task, and so learns of other errors.
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
        // A single slow search may be an accident, so it does not make the next pause longer.
        const usualMs = Math.min(tookMs, lastTookMs);
        lastTookMs = tookMs;
        const [leastMs, share] =
          found.length > 0 ? [CLOSED_AGAIN_MS, FINDING_SHARE] : [CLOSED_EVERY_MS, SEARCH_SHARE];
        pauseMs = Math.min(Math.max(leastMs, usualMs / share), MAX_PAUSE_MS);
      } catch {
        // The rounds also find closed tasks, but later.
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
    this.#isSearching = false;
  }
}
