import { inTime } from '../core/value/in-time.js';

/** Time for which a closing connection waits for its running requests, in milliseconds. */
const FINISH_WITHIN_MS = 5_000;

/**
 * Running requests of a generation. A request whose client has left may still have to send a cancellation to
 * Temporal, so an ending process waits for it.
 */
export class UnderWay {
  readonly #open = new Set<Promise<unknown>>();

  /** Counts work until it settles. */
  async track<Result>(work: Promise<Result>): Promise<Result> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  /** Resolves when no request is running, after 5 s at the latest. */
  async finished(): Promise<void> {
    await inTime(this.#untilNone(), FINISH_WITHIN_MS, () => undefined);
  }

  async #untilNone(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}
