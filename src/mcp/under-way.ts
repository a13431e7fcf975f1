import { inTime } from '../core/value/in-time.js';

/** Maximum time for which a closing connection waits for its running requests, in milliseconds. */
const FINISH_WITHIN_MS = 5_000;

/**
 * Running requests of a generation. A request whose client has left may still have to send a cancellation to Temporal,
 * so a process waits for it before it ends.
 */
export class UnderWay {
  readonly #open = new Set<Promise<unknown>>();

  async track<Result>(work: Promise<Result>): Promise<Result> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  /** Resolves when no request is running, or after 5 s. */
  async finished(): Promise<void> {
    await inTime(this.#untilNone(), FINISH_WITHIN_MS, () => undefined);
  }

  async #untilNone(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}
