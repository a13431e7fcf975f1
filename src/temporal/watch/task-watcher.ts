import type { Client } from '@temporalio/client';

import { Pace } from '../link/pace.js';
import { TemporalCalls } from '../link/temporal-calls.js';

import { ClosedTasks } from './closed-tasks.js';
import { HistoryPolls, type Position } from './history-polls.js';
import { lookAtExecution } from './look-at-execution.js';
import { PollShares } from './poll-shares.js';
import { type Seen, TaskRounds, type WatchedTask } from './task-rounds.js';

/** After a failed poll: between half of this and this, at random. */
const MAX_PAUSE_MS = 1_000;
/** Of one look or search, with its retries. */
const LOOK_DEADLINE_MS = 10_000;

export interface NextOptions {
  /** Resolves after this long at the latest, in milliseconds. */
  readonly refreshMs?: number;
  /** The news may be later while many others wait. Default: false. */
  readonly isPaced?: boolean;
  /** All events of the Workflow may be news, not only published state. Default: false. */
  readonly onMoves?: boolean;
}

export interface TaskWatcherOptions {
  /**
   * Long polls at once. The Temporal Service serves 1,200 a namespace and method, to all its clients together; above the
   * limit, tasks are looked at in turn instead.
   */
  readonly maxPolls: number;
  /** The most looks a second at the tasks above the limit, however many there are. */
  readonly looksPerSecond: number;
  /** Called before waits are woken: earlier readings are out of date. Default: no call. */
  readonly onNews?: (taskId: string) => void;
}

/** A caller's view of a watched task. */
export interface TaskSubscription {
  /**
   * Resolves when the task may have changed since the subscription was made or `next` last resolved, and also
   * now and then without a change. Rejects with the signal's reason when it fires.
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
  /** Waits have to read the task in their turn. */
  isRefreshing: boolean;
}

/**
 * Tells callers when a task may have changed: one long poll on the history of a task, however many callers wait
 * for it, plus what happens to it through this process. Tasks beyond the long polls are looked at in turn, and get a long
 * poll when one is free. Long polls and looks are shared by owner. It holds no truth: callers read the task again.
 */
export class TaskWatcher {
  readonly #polling: HistoryPolls;
  readonly #polls: PollShares;
  readonly #onNews: (taskId: string) => void;
  readonly #pace: Pace;
  readonly #rounds: TaskRounds;
  readonly #watches = new Map<string, Watch>();

  constructor(client: Client, options: TaskWatcherOptions) {
    const { maxPolls, looksPerSecond, onNews = () => undefined } = options;
    this.#polling = new HistoryPolls(client);
    this.#polls = new PollShares(maxPolls);
    this.#onNews = onNews;
    this.#pace = new Pace(looksPerSecond);
    const calls = new TemporalCalls(client, LOOK_DEADLINE_MS);
    const closed = new ClosedTasks(calls);
    this.#rounds = new TaskRounds({
      look: async (taskId) => lookAtExecution(calls, taskId),
      findClosed: async () => closed.find(),
      pace: this.#pace,
    });
  }

  /** @param owner The owner of the watch's long polls and looks, if it is the first watch of the task. */
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
        // A second end without an event, before the first has had its turn: such polls are no waits.
        if (found === 'nothing' && watch.isRefreshing) return;
        if (found === 'nothing' && this.#polls.isAboveShare(owner)) return;
        if (found === 'nothing') this.#refresh(watch);
      }
    } catch {
      // The next read shows the fault.
      position.pageToken = undefined;
      await pause(stop.signal);
      // When all polls fail, or some always do because others have too many, they are not to be many reads instead.
      await this.#pace.turn(owner);
    } finally {
      this.#polls.release(owner);
      this.#rounds.letOneIn((other) => this.#polls.mayTake(other));
    }
  }

  /**
   * A poll has ended without events. Some parts of a task are not in its history, so the task is read now and then;
   * in turn, since polls that began together end together. The next poll does not wait for that.
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
