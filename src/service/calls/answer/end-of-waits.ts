import { isTaskError, TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { TaskStep } from '../../../core/task/task-steps.js';
import type { Task } from '../../../core/task/task.js';
import type { WaitOptions } from '../../../core/task/tasks.js';
import { linkSignal } from '../../../core/value/linked-signal.js';

/** Short, since another process may answer already. In milliseconds. */
const RETRY_AFTER_MS = 1_000;

/**
 * Ends all waits of a server that is about to stop, since clients can wait at another process. Other requests run to
 * their end.
 */
export class EndOfWaits {
  readonly #ends = new Set<() => void>();
  #hasCome = false;

  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** Ends all waits, also those that begin later. */
  come(): void {
    this.#hasCome = true;
    for (const end of this.#ends) end();
  }

  /** With it, `waitFor` rejects with `closing` once waits have ended. */
  toStep(): TaskStep {
    return {
      create: 'pass',
      get: 'pass',
      waitFor: async (next, by, taskId, options) =>
        this.#waitFor(options, async (linked) => next(by, taskId, linked)),
      cancel: 'pass',
      answer: 'pass',
      send: 'pass',
      list: 'pass',
      listQueue: 'pass',
      listDecided: 'pass',
      readDecision: 'pass',
      history: 'pass',
    };
  }

  async #waitFor(
    options: WaitOptions,
    waitFor: (options: WaitOptions) => Promise<Task>,
  ): Promise<Task> {
    const { signal } = options;
    const wait = linkSignal(signal);
    this.#ends.add(wait.end);
    if (this.#hasCome) wait.end();
    try {
      return await waitFor({ ...options, signal: wait.signal });
    } catch (error) {
      const isEnded = isTaskError(error) && error.code === TaskErrorCode.aborted;
      if (!isEnded || signal.aborted) throw error;
      throw new TaskError(
        TaskErrorCode.closing,
        'The server is being stopped. The task continues: ask again in a second.',
        { cause: error, retryAfterMs: RETRY_AFTER_MS },
      );
    } finally {
      this.#ends.delete(wait.end);
      wait.release();
    }
  }
}
