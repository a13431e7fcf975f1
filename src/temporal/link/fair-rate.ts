import { FairQueue, type FairQueueBounds, NOBODY } from '../../core/value/fair-queue.js';

export interface FairRateOptions extends FairQueueBounds {
  /** Turns a second. Read before each turn. */
  readonly perSecond: () => number;
  /** Unused turns that are saved, and may then begin at the same time. Default: 1. */
  readonly burst?: number;
  /** Waits so many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Makes the error of a refused owner. Default: no owner is refused. */
  readonly toRefusal?: () => Error;
}

interface Turn {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** So many turns a second, which owners take one after the other. */
export class FairRate {
  readonly #options: FairRateOptions;
  readonly #queue: FairQueue<Turn>;
  /** On the clock of `performance.now()`: one interval before the next turn is due. */
  #lastAtMs = -Infinity;
  #isAsleep = false;

  constructor(options: FairRateOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options);
  }

  /** Turns that are being waited for. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves when the owner's turn has come. Turns without an owner share one place.
   *
   * @throws {Error} The refusal, when the owner waits for too many turns, or has most of them where all are too many.
   */
  async turn(owner: string = NOBODY): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => {
        reject(this.#options.toRefusal?.() ?? new Error('Too many wait.'));
      };
      this.#queue.add(owner, { begin: resolve, refuse })?.refuse();
      void this.#go();
    });
  }

  async #go(): Promise<void> {
    if (this.#isAsleep) return;
    const { perSecond, burst = 1, sleep } = this.#options;
    while (this.#queue.size > 0) {
      const nowMs = performance.now();
      const intervalMs = 1_000 / perSecond();
      this.#lastAtMs = Math.max(this.#lastAtMs, nowMs - burst * intervalMs);
      const earlyMs = this.#lastAtMs + intervalMs - nowMs;
      if (earlyMs > 0) {
        this.#isAsleep = true;
        await sleep(earlyMs);
        this.#isAsleep = false;
        continue;
      }
      this.#lastAtMs += intervalMs;
      this.#queue.next()?.begin();
    }
  }
}
