import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '@temporalio/client';

import { hasCode, TaskErrorCode } from '../../core/errors.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { Turns } from '../../core/value/turns.js';
import { lookAtActivity, type ReadActivity } from '../activity/read-activity.js';
import { isRefusedForPolls } from '../link/from-temporal-error.js';
import { lookAtExecution } from '../link/look-at-execution.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import type { Visibility } from '../link/visibility.js';

import { type ActivityWatch, awaitActivity } from './await-activity.js';
import { ClosedTasks } from './closed-tasks.js';
import { HistoryPolls, type PollEnd, type PollPosition } from './history-polls.js';
import type { LongPolls } from './long-polls.js';
import { type Subscriber, untilWoken, wakeAll } from './subscriber.js';

/** Maximum pause after a failed poll, in milliseconds. The minimum is half of it; the pause is random. */
const MAX_PAUSE_MS = 1_000;
/** Deadline of one look with its retries, in milliseconds. */
const LOOK_DEADLINE_MS = 10_000;
/** Maximum number of looks at the same time. */
const LOOKS_AT_ONCE = 16;
/** Minimum interval of looks at one task, and of searches for closed tasks, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Maximum interval of looks at one task while Temporal does not answer. */
const MAX_LOOK_EVERY_MS = 8_000;
/** Maximum interval of searches while they fail, in milliseconds. */
const MAX_SEARCH_EVERY_MS = 30_000;

export interface NextOptions {
  /** Resolves after this long at the latest, in milliseconds. */
  readonly refreshMs?: number | undefined;
  /** Allows later news while many other waits are pending. Default: false. */
  readonly isPaced?: boolean | undefined;
  /** Wakes the wait for all events of the Workflow, not only for published state. Default: false. */
  readonly onMoves?: boolean | undefined;
}

export interface TaskWatcherOptions {
  /** Tasks above the limit of long polls are looked at in turn instead. */
  readonly polls: LongPolls;
  /** Maximum number of looks per second at all tasks above the limit together. */
  readonly looksPerSecond: number;
  readonly visibility: Visibility;
  /** Called before waits are woken, since earlier readings are then out of date. Default: no call. */
  readonly onNews?: ((taskId: string) => void) | undefined;
}

/** A caller's view of a watched task. */
export interface TaskSubscription {
  /**
   * Resolves when the task may have changed since the subscription began or `next` last resolved. It sometimes resolves
   * without a change. Rejects with the signal's reason when it fires.
   *
   * @returns The state of a Standalone Activity, if the news have brought it.
   */
  next(signal: AbortSignal, options?: NextOptions): Promise<ReadActivity | undefined>;
  close(): void;
}

interface Watch {
  readonly taskId: string;
  readonly owner: string;
  readonly subscribers: Set<Subscriber>;
  readonly stop: AbortController;
  readonly position: PollPosition;
  /** The same for a task whose execution is an Activity. */
  readonly ofActivity: ActivityWatch;
  /** The mark of the last look since the last long poll. */
  seen: string | undefined;
  /** Ends the looks at the task, and gives up its turn for a long poll. `undefined` before the first wait. */
  looking: AbortController | undefined;
  isWaiting: boolean;
  wakesOnMoves: boolean;
  /** True while a read of the task waits for its turn. */
  isRefreshing: boolean;
}

/**
 * Tells callers when a task may have changed. All callers who wait for a task share one long poll on its history, and
 * learn of this process's own changes to it. Owners take turns at long polls. Until a task has one, it is looked at
 * every second, or more rarely if there are too many; then one search a second finds the closed ones. The watcher keeps
 * no state of tasks: callers read the task again.
 */
export class TaskWatcher {
  readonly #client: Client;
  readonly #calls: TemporalCalls;
  readonly #polling: HistoryPolls;
  readonly #polls: LongPolls;
  readonly #looks: Turns;
  readonly #looksPerSecond: number;
  readonly #closed: ClosedTasks;
  readonly #onNews: (taskId: string) => void;
  readonly #watches = new Map<string, Watch>();
  /** Number of tasks without a long poll. */
  #looking = 0;
  #isSearching = false;

  constructor(client: Client, options: TaskWatcherOptions) {
    const { polls, looksPerSecond, visibility, onNews = () => undefined } = options;
    this.#calls = new TemporalCalls(client, LOOK_DEADLINE_MS, { onTooManyPolls: polls.lower });
    this.#client = client;
    this.#polling = new HistoryPolls(client);
    this.#polls = polls;
    this.#looks = new Turns({ atOnce: LOOKS_AT_ONCE, perSecond: looksPerSecond });
    this.#looksPerSecond = looksPerSecond;
    this.#closed = new ClosedTasks(visibility);
    this.#onNews = onNews;
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
          this.#wait(watch);
          await untilWoken(subscriber, signal, {
            refreshMs,
            turn: async () => (isPaced ? this.#turn(watch.owner) : undefined),
          });
        }
        const { activity } = subscriber;
        subscriber.changed = false;
        subscriber.activity = undefined;
        return activity;
      },
      close: () => {
        watch.subscribers.delete(subscriber);
        if (watch.subscribers.size > 0 || watch.stop.signal.aborted) return;
        this.#watches.delete(taskId);
        watch.stop.abort();
        watch.looking?.abort();
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
      ofActivity: { position: undefined, activity: undefined },
      seen: undefined,
      looking: undefined,
      isWaiting: false,
      wakesOnMoves: false,
      isRefreshing: false,
    };
    this.#watches.set(taskId, watch);
    return watch;
  }

  /** Wakes all waits for the task. */
  notify(taskId: string): void {
    const watch = this.#watches.get(taskId);
    if (watch) wakeAll(watch.subscribers);
  }

  #tellNews(watch: Watch): void {
    const { ofActivity, subscribers } = watch;
    this.#onNews(watch.taskId);
    wakeAll(subscribers, ofActivity.activity);
    ofActivity.activity = undefined;
  }

  #wait(watch: Watch): void {
    if (watch.isWaiting) return;
    watch.isWaiting = true;
    void this.#untilNews(watch).finally(() => {
      watch.isWaiting = false;
      this.#tellNews(watch);
    });
  }

  async #untilNews(watch: Watch): Promise<void> {
    const { owner, stop } = watch;
    let hasNews = false;
    while (!hasNews && !stop.signal.aborted) {
      const looking = new AbortController();
      watch.looking = looking;
      const poll = async (signal: AbortSignal): Promise<boolean> => {
        looking.abort();
        return this.#pollUntilNews(watch, signal);
      };
      const look = async (): Promise<boolean> => {
        await this.#lookUntilNews(watch, looking);
        return true;
      };
      // The poll ends the looks when it begins; the looks give up the turn of the poll. A closed watch ends both.
      const signals = { turn: looking.signal, stop: stop.signal };
      hasNews = await Promise.any([this.#polls.run(owner, poll, signals), look()]).catch(
        () => true,
      );
    }
  }

  /**
   * Polls until there are news.
   *
   * @param signal Ends the poll: the watch is closed, or this process has to have fewer polls.
   * @returns False if another task waits for the poll, or if there has to be one less.
   */
  async #pollUntilNews(watch: Watch, signal: AbortSignal): Promise<boolean> {
    const { owner, position, ofActivity } = watch;
    watch.seen = undefined;
    let sentAtMs = 0;
    try {
      while (!signal.aborted) {
        sentAtMs = performance.now();
        const found = await this.#poll(watch, signal);
        if (found === 'news') return true;
        if (found === 'others') continue;
        // The second poll without events, before the first one's read had its turn: such polls return too early to be
        // waits.
        if (watch.isRefreshing) return true;
        this.#refresh(watch);
        if (this.#polls.hasWaiting) return false;
      }
    } catch (error) {
      if (signal.aborted) return false;
      if (isRefusedForPolls(error)) this.#polls.lower(sentAtMs);
      // The wait's next read finds the fault.
      position.pageToken = undefined;
      ofActivity.position = undefined;
      const pauseMs = (MAX_PAUSE_MS / 2) * (1 + Math.random());
      const isEnded = await sleep(pauseMs, false, { signal }).catch(() => true);
      if (isEnded) return false;
      // If all polls fail, they must not cause as many reads.
      await this.#turn(owner);
      return true;
    }
    return false;
  }

  async #poll(watch: Watch, signal: AbortSignal): Promise<PollEnd> {
    const { taskId, ofActivity } = watch;
    return kindOfTaskId(taskId) === 'activity'
      ? awaitActivity(this.#client, taskId, ofActivity, signal)
      : this.#polling.next(taskId, watch, signal);
  }

  async #look(taskId: string): Promise<string> {
    return kindOfTaskId(taskId) === 'activity'
      ? lookAtActivity(this.#calls, taskId)
      : lookAtExecution(this.#calls, taskId);
  }

  /** Looks at the task until it may have changed, and then gives up its turn for a long poll. */
  async #lookUntilNews(watch: Watch, looking: AbortController): Promise<void> {
    const { taskId, owner } = watch;
    const { signal } = looking;
    let everyMs = LOOK_EVERY_MS;
    // Most tasks have their long poll by then.
    await sleep(everyMs, undefined, { signal, ref: false });
    this.#looking += 1;
    if (!this.#isSearching) void this.#searchClosed();
    try {
      for (;;) {
        const look = async (): Promise<string> => this.#look(taskId);
        const seen = await this.#looks.run(owner, look, signal).catch((error: unknown) => {
          // In an outage, woken waits would only add calls. The wait's next read finds other errors.
          const isOutage = hasCode(error, TaskErrorCode.unavailable);
          everyMs = isOutage ? Math.min(everyMs * 2, MAX_LOOK_EVERY_MS) : everyMs;
          return isOutage ? watch.seen : undefined;
        });
        signal.throwIfAborted();
        if (seen === undefined || seen !== watch.seen) {
          watch.seen = seen;
          looking.abort();
          return;
        }
        await sleep(everyMs, undefined, { signal, ref: false });
      }
    } finally {
      this.#looking -= 1;
    }
  }

  /** Wakes the waits for closed tasks while looks at all tasks without a long poll take longer than a second. */
  async #searchClosed(): Promise<void> {
    this.#isSearching = true;
    let everyMs = LOOK_EVERY_MS;
    while (this.#looking > 0) {
      await sleep(everyMs, undefined, { ref: false });
      if (this.#looking <= this.#looksPerSecond) continue;
      try {
        for (const taskId of await this.#closed.find()) {
          const watch = this.#watches.get(taskId);
          if (watch) this.#tellNews(watch);
        }
        everyMs = LOOK_EVERY_MS;
      } catch {
        // The looks also find closed tasks, but later.
        everyMs = Math.min(everyMs * 2, MAX_SEARCH_EVERY_MS);
      }
    }
    this.#isSearching = false;
  }

  /** Resolves when the owner may read a task again. */
  async #turn(owner: string): Promise<void> {
    await this.#looks.run(owner, async () => Promise.resolve());
  }

  /**
   * Reads the task again after a poll without events, since some of its parts are not in the history. Reads take turns,
   * since polls that began together end together. The next poll does not wait for the read.
   */
  #refresh(watch: Watch): void {
    watch.isRefreshing = true;
    void this.#turn(watch.owner).then(() => {
      watch.isRefreshing = false;
      this.#tellNews(watch);
    });
  }
}
