import type { Client } from '@temporalio/client';

import { HistoryEventFilterType } from './proto-enums.js';

/** The service ends a long poll after 20 s; a poll that takes longer than this has lost its connection. */
const POLL_DEADLINE_MS = 30_000;
/** After a failed poll, or in place of one above the limit: between half of this and this, at random. */
const MAX_PAUSE_MS = 1_000;

/** One caller's view of a watched task. */
export interface TaskSubscription {
  /**
   * Resolves when the task may have changed since the subscription was made or `next` last resolved, and also
   * now and then without a change. Rejects with the signal's reason when it fires.
   */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

interface Subscriber {
  changed: boolean;
  wake: (() => void) | undefined;
}

interface Watch {
  readonly subscribers: Set<Subscriber>;
  readonly stop: AbortController;
  polling: boolean;
}

/**
 * Tells callers when a task may have changed: one long poll on the close event of a task, however many callers
 * wait for it, plus what happens to it through this process. It holds no truth: callers read the task again.
 */
export class TaskWatcher {
  readonly #client: Client;
  readonly #maxPolls: number;
  readonly #watches = new Map<string, Watch>();
  #polls = 0;

  /**
   * @param maxPolls Long polls at once. The Temporal Service serves 1,200 a namespace and method, to all its
   * clients together; above the limit, tasks are looked at every half to whole second instead.
   */
  constructor(client: Client, maxPolls: number) {
    this.#client = client;
    this.#maxPolls = maxPolls;
  }

  subscribe(taskId: string): TaskSubscription {
    const watch = this.#watches.get(taskId) ?? {
      subscribers: new Set(),
      stop: new AbortController(),
      polling: false,
    };
    this.#watches.set(taskId, watch);
    const subscriber: Subscriber = { changed: false, wake: undefined };
    watch.subscribers.add(subscriber);
    return {
      next: async (signal) => {
        signal.throwIfAborted();
        if (!subscriber.changed) {
          this.#poll(taskId, watch);
          await untilWoken(subscriber, signal);
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
    void this.#pollOnce(taskId, watch.stop.signal).finally(() => {
      watch.polling = false;
      wakeAll(watch);
    });
  }

  async #pollOnce(taskId: string, signal: AbortSignal): Promise<void> {
    if (this.#polls >= this.#maxPolls) return pause(signal);
    this.#polls += 1;
    try {
      await this.#client.withAbortSignal(signal, async () =>
        this.#client.withDeadline(Date.now() + POLL_DEADLINE_MS, async () =>
          this.#client.workflowService.getWorkflowExecutionHistory({
            namespace: this.#client.options.namespace,
            execution: { workflowId: taskId },
            waitNewEvent: true,
            historyEventFilterType: HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT,
          }),
        ),
      );
    } catch {
      // Whoever waits reads the task next, and learns from that what is wrong.
      await pause(signal);
    } finally {
      this.#polls -= 1;
    }
  }
}

function wakeAll(watch: Watch): void {
  for (const subscriber of watch.subscribers) {
    subscriber.changed = true;
    subscriber.wake?.();
  }
}

async function untilWoken(subscriber: Subscriber, signal: AbortSignal): Promise<void> {
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      subscriber.wake = resolve;
      onAbort = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    subscriber.wake = undefined;
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
