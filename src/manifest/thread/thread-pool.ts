import { Worker } from 'node:worker_threads';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { isRecord } from '../../core/value/is-record.js';

/** Jobs of one owner that may wait. Each may hold arguments or a result. */
const MAX_WAITING = 64;
const RETRY_AFTER_MS = 5_000;
/** Time until an idle thread ends and frees its memory. */
const IDLE_MS = 60_000;

export interface ThreadPoolOptions {
  /**
   * The module of a thread. It posts one message when it is ready, and then one text for each message that it gets.
   */
  readonly entry: URL;
  /** Threads at the same time. One owner has one at most. */
  readonly size: number;
  /** Time limit of a job by the clock, in milliseconds. A thread that takes longer is terminated. */
  readonly limitMs: number;
  /** The heap of a thread, in MiB. A thread that needs more is terminated. */
  readonly maxHeapMib: number;
}

interface Job {
  readonly message: unknown;
  readonly resolve: (reply: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Resolves when the thread can take a job. */
  readonly ready: Promise<unknown>;
  idle?: NodeJS.Timeout;
}

function isOutOfMemory(error: unknown): boolean {
  return isRecord(error) && error['code'] === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Returns the next message of a thread; `undefined` if it has not come in time, or the thread has used up its heap. */
async function nextMessage(worker: Worker, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (message: unknown): void => {
      clearTimeout(timer);
      worker.off('message', end).off('error', fail);
      resolve(message);
    };
    const fail = (error: unknown): void => {
      if (isOutOfMemory(error)) {
        end(undefined);
        return;
      }
      clearTimeout(timer);
      worker.off('message', end);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the thread has thrown it
      reject(error);
    };
    const timer = setTimeout(end, limitMs, undefined);
    worker.once('message', end).once('error', fail);
  });
}

/** Runs jobs outside the event loop. An owner's jobs run in their order; the owners take turns. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  /** Waiting jobs by owner. The owner with the next turn comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #running = new Set<string>();
  readonly #idle: Thread[] = [];

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /**
   * Sends a message to a thread when it is the owner's turn.
   *
   * @returns What the thread answers; `undefined` when it was terminated at a limit.
   * @throws {TaskError} `busy` when too many jobs of the owner's wait already.
   */
  async run(owner: string, message: unknown): Promise<string | undefined> {
    const queue = this.#waiting.get(owner) ?? [];
    if (queue.length >= MAX_WAITING) {
      throw new TaskError(
        TaskErrorCode.busy,
        `${MAX_WAITING} of your requests wait to be checked already, each of which takes long. Try again in a few seconds.`,
        { retryAfterMs: RETRY_AFTER_MS },
      );
    }
    return new Promise((resolve, reject) => {
      queue.push({ message, resolve, reject });
      this.#waiting.set(owner, queue);
      this.#go();
    });
  }

  #go(): void {
    for (const [owner, queue] of this.#waiting) {
      if (this.#running.size >= this.#options.size) return;
      if (this.#running.has(owner)) continue;
      const job = queue.shift();
      this.#waiting.delete(owner);
      if (queue.length > 0) this.#waiting.set(owner, queue);
      if (job) void this.#start(owner, job);
    }
  }

  async #start(owner: string, { message, resolve, reject }: Job): Promise<void> {
    this.#running.add(owner);
    const thread = this.#idle.pop() ?? this.#createThread();
    const { worker } = thread;
    clearTimeout(thread.idle);
    worker.ref();
    try {
      await thread.ready;
      worker.postMessage(message);
      const reply = await nextMessage(worker, this.#options.limitMs);
      if (reply === undefined) await worker.terminate();
      else this.#keep(thread);
      resolve(reply as string | undefined);
    } catch (error) {
      await worker.terminate();
      reject(error);
    } finally {
      this.#running.delete(owner);
      this.#go();
    }
  }

  #createThread(): Thread {
    const { entry, maxHeapMib } = this.#options;
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMib } });
    // If a job is under way, its own listener gets the error.
    worker.on('error', () => undefined);
    // The time for loading the thread does not count for a job.
    return { worker, ready: nextMessage(worker, IDLE_MS) };
  }

  #keep(thread: Thread): void {
    thread.worker.unref();
    this.#idle.push(thread);
    thread.idle = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(thread), 1);
      void thread.worker.terminate();
    }, IDLE_MS).unref();
  }
}
