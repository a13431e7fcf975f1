import { FairRate } from './fair-rate.js';
import { sleep } from './sleep.js';

/** Maximum number of looks at a time. More than one, so that a slow answer does not hold up all others. */
const MAX_UNDER_WAY = 16;
/** Minimum pace, so that the process notices when Temporal recovers. */
const MIN_PER_SECOND = 1;
/** An answer that takes longer than this, in milliseconds, shows that the service is overloaded. */
const SLOW_MS = 250;
const SLOWER_AFTER_SLOW = 0.9;
const SLOWER_AFTER_FAILURE = 0.5;
/** Increase of the pace after each prompt answer, as a share of the maximum. */
const QUICKER = 0.01;

/**
 * The pace of looks at Temporal for all waits together: quicker after prompt answers, slower after slow ones. Owners
 * take turns.
 */
export class Pace {
  readonly #maxPerSecond: number;
  readonly #turns: FairRate;
  #perSecond: number;
  #underWay = 0;
  #onEnd: (() => void) | undefined;

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond;
    this.#perSecond = maxPerSecond;
    this.#turns = new FairRate({ perSecond: () => this.#perSecond, sleep });
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Resolves when the next look may be taken. Looks without an owner share one place. */
  async turn(owner?: string): Promise<void> {
    await this.#turns.turn(owner);
  }

  /** Resolves when fewer than the maximum number of looks are under way. For one caller at a time. */
  async untilFree(): Promise<void> {
    while (this.#underWay >= MAX_UNDER_WAY) {
      await new Promise<void>((resolve) => {
        this.#onEnd = resolve;
      });
    }
  }

  /** Takes a look, and adapts the pace to the time that it takes. @throws The error of the look. */
  async run<Seen>(look: () => Promise<Seen>): Promise<Seen> {
    const startedAtMs = performance.now();
    this.#underWay += 1;
    try {
      const seen = await look();
      this.#adapt(performance.now() - startedAtMs > SLOW_MS ? SLOWER_AFTER_SLOW : undefined);
      return seen;
    } catch (error) {
      this.#adapt(SLOWER_AFTER_FAILURE);
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#onEnd?.();
    }
  }

  #adapt(factor: number | undefined): void {
    const wanted =
      factor === undefined
        ? this.#perSecond + this.#maxPerSecond * QUICKER
        : this.#perSecond * factor;
    this.#perSecond = Math.min(Math.max(wanted, MIN_PER_SECOND), this.#maxPerSecond);
  }
}
