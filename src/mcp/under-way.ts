import { inTime } from '../core/value/in-time.js';

/** How long the end of a connection waits for what its requests have begun, in milliseconds. */
const FINISH_WITHIN_MS = 5_000;

/**
 * What a generation does for its clients and has not finished. A request whose client has left may still have a
 * cancellation to send to Temporal, so a process that ends waits for it.
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

  /** Resolves when nothing is under way, after 5 s at the latest. */
  async finished(): Promise<void> {
    await inTime(this.#untilNone(), FINISH_WITHIN_MS, () => undefined);
  }

  async #untilNone(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}
