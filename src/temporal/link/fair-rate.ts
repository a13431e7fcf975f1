import { FairQueue, type FairQueueBounds, NOBODY } from '../../core/value/fair-queue.js';

export interface FairRateOptions extends FairQueueBounds {
  /** Turns per second. Called before each turn. */
  readonly perSecond: () => number;
  /** Maximum number of unused turns that are saved for later, and may then begin at the same time. Default: 1. */
  readonly burst?: number;
  /** Waits for the given milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Creates the error of a refused owner. Default: a general error. */
  readonly toRefusal?: () => Error;
}

interface Turn {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Limits the turns per second. Owners take turns. */
export class FairRate {
  readonly #options: FairRateOptions;
  readonly #queue: FairQueue<Turn>;
  /** The instant one interval before the next turn is due, on the clock of `performance.now()`. */
  #lastAtMs = -Infinity;
  #isAsleep = false;

  constructor(options: FairRateOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options);
  }

  /** Number of waiting turns. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves when the owner's turn has come. Turns without an owner share one place.
   *
   * @throws {Error} `toRefusal` if this owner waits for too many turns, or has the most of too many turns in all.
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
