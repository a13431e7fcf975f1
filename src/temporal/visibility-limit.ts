import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible';

import { TaskError, TaskErrorCode } from '../core/errors.js';

/** How many calls may wait for their turn before others are turned away. */
const MAX_WAITING = 100;

/** Spaces out calls to Temporal's visibility, of which a namespace takes few a second. */
export class VisibilityLimit {
  readonly #queue: RateLimiterQueue;
  readonly #callsPerSecond: number;

  constructor(callsPerSecond: number) {
    this.#callsPerSecond = callsPerSecond;
    this.#queue = new RateLimiterQueue(
      new RateLimiterMemory({ points: callsPerSecond, duration: 1 }),
      { maxQueueSize: MAX_WAITING },
    );
  }

  /**
   * Resolves when the next call may be made.
   *
   * @throws {TaskError} `busy` when too many wait already.
   */
  async take(): Promise<void> {
    try {
      await this.#queue.removeTokens(1);
    } catch (cause) {
      const waitSeconds = Math.ceil(MAX_WAITING / this.#callsPerSecond);
      throw new TaskError(
        TaskErrorCode.busy,
        `Too many lists of tasks are being asked for at once. Try again in ${waitSeconds} seconds.`,
        { cause, retryAfterMs: waitSeconds * 1000 },
      );
    }
  }
}
