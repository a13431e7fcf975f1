import type { Client, WorkflowService } from '@temporalio/client';

import { startDeadline } from '../core/deadline.js';

import { EventType, HistoryEventFilterType } from './proto-enums.js';

/** The service ends a long poll after 20 s; a poll that takes longer than this has lost its connection. */
const POLL_DEADLINE_MS = 30_000;
/** After a failed poll, or in place of one above the limit: between half of this and this, at random. */
const MAX_PAUSE_MS = 1_000;
const PAGE_SIZE = 250;
/** A history that has not been caught up with after this many pages is too long to be read for its news. */
const MAX_PAGES = 8;
/** Of a long history only the close is waited for, and the task is looked at this often besides. */
const LONG_HISTORY_REFRESH_MS = 1_000;

/** The Client's own deadlines are soft: its retries outlive them by up to a second. In milliseconds. */
const DEADLINE_GRACE_MS = 1_000;

type HistoryService = WorkflowService['getWorkflowExecutionHistory'];
type HistoryRequest = Exclude<Parameters<HistoryService>[0], Uint8Array>;
type HistoryResponse = Awaited<ReturnType<HistoryService>>;

/** What in a history can change what a task shows. Everything else a Workflow does wakes nobody. */
const NEWS: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED,
];
/** When a Workflow has moved on. What it shows of itself is then another thing, as is what was sent to it. */
const MOVES: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
];
const CLOSE: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
];

/** What else a caller waits for. */
export interface NextOptions {
  /** Resolves after this long at the latest, in milliseconds. */
  readonly refreshMs?: number;
  /** Whether anything that the Workflow does may be news, and not only what it publishes. Default: false. */
  readonly onMoves?: boolean;
}

/** One caller's view of a watched task. */
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

/** Where a long poll stands in the history of one run. */
interface Position {
  pageToken: Uint8Array | undefined;
  /** Full pages so far: only what lies in the past comes in full pages. */
  pages: number;
}

interface Watch {
  readonly subscribers: Set<Subscriber>;
  readonly stop: AbortController;
  readonly position: Position;
  polling: boolean;
  wakesOnMoves: boolean;
}

/**
 * Tells callers when a task may have changed: one long poll on the history of a task, however many callers wait
 * for it, plus what happens to it through this process. It holds no truth: callers read the task again.
 */
export class TaskWatcher {
  readonly #client: Client;
  readonly #maxPolls: number;
  readonly #onNews: (taskId: string) => void;
  readonly #watches = new Map<string, Watch>();
  #polls = 0;

  /**
   * @param maxPolls Long polls at once. The Temporal Service serves 1,200 a namespace and method, to all its
   * clients together; above the limit, tasks are looked at every half to whole second instead.
   * @param onNews Called ahead of those who wait: what was read before then is out of date.
   */
  constructor(
    client: Client,
    maxPolls: number,
    onNews: (taskId: string) => void = () => undefined,
  ) {
    this.#client = client;
    this.#maxPolls = maxPolls;
    this.#onNews = onNews;
  }

  subscribe(taskId: string): TaskSubscription {
    const watch = this.#watches.get(taskId) ?? {
      subscribers: new Set(),
      stop: new AbortController(),
      position: { pageToken: undefined, pages: 0 },
      polling: false,
      wakesOnMoves: false,
    };
    this.#watches.set(taskId, watch);
    const subscriber: Subscriber = { changed: false, wake: undefined };
    watch.subscribers.add(subscriber);
    return {
      next: async (signal, { refreshMs, onMoves = false } = {}) => {
        signal.throwIfAborted();
        watch.wakesOnMoves ||= onMoves;
        if (!subscriber.changed) {
          this.#poll(taskId, watch);
          await untilWoken(subscriber, signal, refreshMs);
        }
        subscriber.changed = false;
      },
      close: () => {
        watch.subscribers.delete(subscriber);
        if (watch.subscribers.size > 0) return;
        this.#watches.delete(taskId);
        watch.stop.abort();
      },
    };
  }

  /** Wakes everybody who waits for the task. */
  notify(taskId: string): void {
    const watch = this.#watches.get(taskId);
    if (watch) wakeAll(watch);
  }

  #poll(taskId: string, watch: Watch): void {
    if (watch.polling) return;
    watch.polling = true;
    void this.#pollUntilNews(taskId, watch).finally(() => {
      watch.polling = false;
      this.#onNews(taskId);
      wakeAll(watch);
    });
  }

  async #pollUntilNews(taskId: string, watch: Watch): Promise<void> {
    const { stop, position } = watch;
    if (this.#polls >= this.#maxPolls) return pause(stop.signal);
    this.#polls += 1;
    try {
      while (!stop.signal.aborted && !(await this.#pollOnce(taskId, watch)));
    } catch {
      // Whoever waits reads the task next, and learns from that what is wrong.
      position.pageToken = undefined;
      await pause(stop.signal);
    } finally {
      this.#polls -= 1;
    }
  }

  /** @returns Whether there may be news: an event that counts, or the end of a poll in which nothing happened. */
  async #pollOnce(taskId: string, { position, stop, wakesOnMoves }: Watch): Promise<boolean> {
    const isLong = position.pages >= MAX_PAGES;
    const { history, nextPageToken } = await this.#fetch(
      isLong ? LONG_HISTORY_REFRESH_MS : POLL_DEADLINE_MS,
      stop.signal,
      {
        namespace: this.#client.options.namespace,
        execution: { workflowId: taskId },
        waitNewEvent: true,
        maximumPageSize: PAGE_SIZE,
        historyEventFilterType: isLong
          ? HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT
          : HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT,
        ...(position.pageToken && { nextPageToken: position.pageToken }),
      },
    );
    const events = history?.events ?? [];
    const isRunClosed = events.some(({ eventType }) => CLOSE.includes(eventType));
    // The next run of the chain has a history of its own, and a filter has tokens of its own.
    position.pages = isRunClosed ? 0 : position.pages + (events.length < PAGE_SIZE ? 0 : 1);
    const goesOn = !isRunClosed && !isLong && position.pages < MAX_PAGES;
    position.pageToken = goesOn && nextPageToken.byteLength > 0 ? nextPageToken : undefined;
    const news = wakesOnMoves ? [...NEWS, ...MOVES] : NEWS;
    return (
      isRunClosed || events.length === 0 || events.some(({ eventType }) => news.includes(eventType))
    );
  }

  /**
   * One request under a signal of its own. The Client listens to the signal of a call and never stops: on one that lives
   * as long as a watch, each poll would leave some 15 KB behind.
   */
  async #fetch(
    deadlineMs: number,
    stop: AbortSignal,
    request: HistoryRequest,
  ): Promise<HistoryResponse> {
    const { signal, release } = startDeadline(deadlineMs + DEADLINE_GRACE_MS, stop);
    try {
      return await this.#client.withAbortSignal(signal, async () =>
        this.#client.withDeadline(Date.now() + deadlineMs, async () =>
          this.#client.workflowService.getWorkflowExecutionHistory(request),
        ),
      );
    } finally {
      release();
    }
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
  refreshMs: number | undefined,
): Promise<void> {
  let onAbort: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      subscriber.wake = resolve;
      if (refreshMs !== undefined) timer = setTimeout(resolve, refreshMs);
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
