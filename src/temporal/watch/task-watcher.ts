import type { Client } from '@temporalio/client';

import { Pace } from '../link/pace.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import type { Visibility } from '../link/visibility.js';

import { ClosedTasks } from './closed-tasks.js';
import { HistoryPolls, type Position } from './history-polls.js';
import { lookAtExecution } from './look-at-execution.js';
import { PollShares } from './poll-shares.js';
import { type Seen, TaskRounds, type WatchedTask } from './task-rounds.js';

/** Maximum pause after a failed poll, in milliseconds. The minimum is half of it; the pause is random. */
const MAX_PAUSE_MS = 1_000;
/** Deadline of one look or search, with its retries, in milliseconds. */
const LOOK_DEADLINE_MS = 10_000;

export interface NextOptions {
  /** Resolves after this long at the latest, in milliseconds. */
  readonly refreshMs?: number;
  /** Allows later news while many other waits are pending. Default: false. */
  readonly isPaced?: boolean;
  /** Wakes the wait for all events of the Workflow, not only for published state. Default: false. */
  readonly onMoves?: boolean;
}

export interface TaskWatcherOptions {
  /**
   * Maximum number of concurrent long polls. The Temporal Service serves 1,200 for each namespace and method, to all
   * its clients together. Tasks above the limit are looked at in turn instead.
   */
  readonly maxPolls: number;
  /** Maximum number of looks per second at all tasks above the limit together. */
  readonly looksPerSecond: number;
  readonly visibility: Visibility;
  /** Called before waits are woken, since earlier readings are then out of date. Default: no call. */
  readonly onNews?: (taskId: string) => void;
}

/** A caller's view of a watched task. */
export interface TaskSubscription {
  /**
   * Resolves when the task may have changed since the subscription began or `next` last resolved. It sometimes resolves
   * without a change. Rejects with the signal's reason when it fires.
   */
  next(signal: AbortSignal, options?: NextOptions): Promise<void>;
  close(): void;
}

interface Subscriber {
  changed: boolean;
  wake: (() => void) | undefined;
}

interface Watch extends WatchedTask {
  readonly subscribers: Set<Subscriber>;
  readonly stop: AbortController;
  readonly position: Position;
  readonly seen: Seen;
  polling: boolean;
  wakesOnMoves: boolean;
  /** True while a read of the task waits for its turn. */
  isRefreshing: boolean;
}

/**
 * Tells callers when a task may have changed. All callers who wait for a task share one long poll on its history, and
 * learn of this process's own changes to it. Tasks beyond the long polls are looked at in turn, and get a long poll
 * when one is free. Owners share long polls and looks. It keeps no state of tasks: callers read the task again.
 */
export class TaskWatcher {
  readonly #polling: HistoryPolls;
  readonly #polls: PollShares;
  readonly #onNews: (taskId: string) => void;
  readonly #pace: Pace;
  readonly #rounds: TaskRounds;
  readonly #watches = new Map<string, Watch>();

  constructor(client: Client, options: TaskWatcherOptions) {
    const { maxPolls, looksPerSecond, visibility, onNews = () => undefined } = options;
    this.#polling = new HistoryPolls(client);
    this.#polls = new PollShares(maxPolls);
    this.#onNews = onNews;
    this.#pace = new Pace(looksPerSecond);
    const calls = new TemporalCalls(client, LOOK_DEADLINE_MS);
    const closed = new ClosedTasks(visibility);
    this.#rounds = new TaskRounds({
      look: async (taskId) => lookAtExecution(calls, taskId),
      findClosed: async () => closed.find(),
      pace: this.#pace,
    });
  }

  /** @param owner The owner of the watch's long polls and looks, if this is the first watch of the task. */
  subscribe(taskId: string, owner: string): TaskSubscription {
    const watch = this.#watches.get(taskId) ?? this.#watch(taskId, owner);
    const subscriber: Subscriber = { changed: false, wake: undefined };
    watch.subscribers.add(subscriber);
    return {
      next: async (signal, { refreshMs, isPaced = false, onMoves = false } = {}) => {
        signal.throwIfAborted();
        watch.wakesOnMoves ||= onMoves;
        if (!subscriber.changed) {
          this.#poll(watch);
          await untilWoken(subscriber, signal, {
            refreshMs,
            turn: async () => (isPaced ? this.#pace.turn(watch.owner) : undefined),
          });
        }
        subscriber.changed = false;
      },
      close: () => {
        watch.subscribers.delete(subscriber);
        if (watch.subscribers.size > 0 || watch.stop.signal.aborted) return;
        this.#watches.delete(taskId);
        this.#polls.leave(watch.owner);
        watch.stop.abort();
      },
    };
  }

  #watch(taskId: string, owner: string): Watch {
    const watch: Watch = {
      taskId,
      owner,
      subscribers: new Set(),
      stop: new AbortController(),
      position: { pageToken: undefined, pages: 0 },
      seen: { text: undefined },
      polling: false,
      wakesOnMoves: false,
      isRefreshing: false,
    };
    this.#watches.set(taskId, watch);
    this.#polls.join(owner);
    return watch;
  }

  /** Wakes all waits for the task. */
  notify(taskId: string): void {
    const watch = this.#watches.get(taskId);
    if (watch) wakeAll(watch);
  }

  #poll(watch: Watch): void {
    if (watch.polling) return;
    watch.polling = true;
    void this.#pollUntilNews(watch).finally(() => {
      watch.polling = false;
      this.#onNews(watch.taskId);
      wakeAll(watch);
    });
  }

  async #pollUntilNews(watch: Watch): Promise<void> {
    const { taskId, owner, stop, position, seen } = watch;
    if (!this.#polls.take(owner)) return this.#rounds.untilNews(watch, seen, stop.signal);
    seen.text = undefined;
    try {
      while (!stop.signal.aborted) {
        const found = await this.#polling.next(taskId, watch, stop.signal);
        if (found === 'news') return;
        // The second poll without events, before the first one's read had its turn: such polls return too early to be
        // waits.
        if (found === 'nothing' && watch.isRefreshing) return;
        if (found === 'nothing' && this.#polls.isAboveShare(owner)) return;
        if (found === 'nothing') this.#refresh(watch);
      }
    } catch {
      // The wait's next read finds the fault.
      position.pageToken = undefined;
      await pause(stop.signal);
      // If all polls fail, or some fail because other clients have too many, they must not cause as many reads.
      await this.#pace.turn(owner);
    } finally {
      this.#polls.release(owner);
      this.#rounds.letOneIn((other) => this.#polls.mayTake(other));
    }
  }

  /**
   * Reads the task again after a poll without events, since some of its parts are not in the history. Reads take turns,
   * since polls that began together end together. The next poll does not wait for the read.
   */
  #refresh(watch: Watch): void {
    watch.isRefreshing = true;
    void this.#pace.turn(watch.owner).then(() => {
      watch.isRefreshing = false;
      this.#onNews(watch.taskId);
      wakeAll(watch);
    });
  }
}

function wakeAll(watch: Watch): void {
  for (const subscriber of watch.subscribers) {
    subscriber.changed = true;
    subscriber.wake?.();
  }
}

async function untilWoken(
  subscriber: Subscriber,
  signal: AbortSignal,
  {
    refreshMs,
    turn,
  }: { readonly refreshMs: number | undefined; readonly turn: () => Promise<void> },
): Promise<void> {
  let onAbort: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      subscriber.wake = resolve;
      if (refreshMs !== undefined) timer = setTimeout(() => void turn().then(resolve), refreshMs);
      onAbort = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    subscriber.wake = undefined;
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, (MAX_PAUSE_MS / 2) * (1 + Math.random()));
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
