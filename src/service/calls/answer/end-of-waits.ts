import { hasCode, TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { PortStep } from '../../../core/task/task-steps.js';
import type { Task } from '../../../core/task/task.js';
import type { WaitOptions } from '../../../core/task/tasks.js';
import type { Owner } from '../../../core/task/viewer.js';
import { linkSignal } from '../../../core/value/linked-signal.js';

import { HOST_TIMES } from './host-limits.js';

/** Short, since another process may answer already. In milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** Time for which a wait continues after its client has ended its input, in milliseconds. */
export const LAST_WAIT_MS = HOST_TIMES.shortestMs;

/**
 * Ends waits whose client can wait elsewhere, or cannot go on here: all of them in a server that is about to stop, and
 * after a short time those of a client that has ended its input. Other requests run to their end.
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
  toStep(): PortStep {
    return {
      create: 'pass',
      get: 'pass',
      waitFor: async (next, by, taskId, options) =>
        this.#waitFor(by, options, async (linked) => next(by, taskId, linked)),
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
    { inputOver }: Pick<Owner, 'inputOver'>,
    options: WaitOptions,
    waitFor: (options: WaitOptions) => Promise<Task>,
  ): Promise<Task> {
    const { signal } = options;
    const wait = linkSignal(signal);
    this.#ends.add(wait.end);
    if (this.#hasCome) wait.end();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onInputOver = (): void => {
      timer = setTimeout(wait.end, LAST_WAIT_MS);
    };
    inputOver?.addEventListener('abort', onInputOver);
    if (inputOver?.aborted) onInputOver();
    try {
      return await waitFor({ ...options, signal: wait.signal });
    } catch (error) {
      const isEnded = hasCode(error, TaskErrorCode.aborted);
      if (!isEnded || signal.aborted) throw error;
      const why = this.#hasCome ? 'The server is being stopped.' : 'The input has ended.';
      throw new TaskError(
        TaskErrorCode.closing,
        `${why} The task continues: ask again in a second.`,
        { cause: error, retryAfterMs: RETRY_AFTER_MS },
      );
    } finally {
      clearTimeout(timer);
      inputOver?.removeEventListener('abort', onInputOver);
      this.#ends.delete(wait.end);
      wait.release();
    }
  }
}
