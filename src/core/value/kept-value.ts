import { inTime } from './in-time.js';

/** Time that a reader waits for the fetch under way, from its start, in milliseconds. */
const WAIT_MS = 5_000;
/** Time from the end of a fetch to the next one, in milliseconds. Until then its outcome counts, also a failure. */
const PAUSE_MS = 30_000;
/** Age until which a value answers while fetches fail, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

export interface KeptValueOptions<Value> {
  /** Needs a time limit of its own: no other fetch begins before it ends. */
  readonly fetch: () => Promise<Value>;
  /** Age from which the value is fetched again beside its readers, in milliseconds. */
  readonly freshMs: number;
  /** Time without a fetch after which readers wait for the next one, in milliseconds. */
  readonly idleMs: number;
}

function late(): never {
  throw new DOMException(`There was no answer within ${WAIT_MS} ms`, 'TimeoutError');
}

/**
 * A value of another service. The last one answers at once, for a day, and is renewed beside its readers. There is one
 * fetch for all of them, and none within 30 seconds after one has ended, so that no reader can cause more requests.
 */
export class KeptValue<Value> {
  readonly #options: KeptValueOptions<Value>;
  #kept: { readonly value: Value; readonly atMs: number } | undefined;
  #outcome: Promise<Value> | undefined;
  #isUnderWay = false;
  #endedAtMs = -Infinity;

  constructor(options: KeptValueOptions<Value>) {
    this.#options = options;
  }

  /** The last value, or the first one. @throws If there is none, and its fetch fails or takes more than 5 seconds. */
  async get(): Promise<Value> {
    const { freshMs, idleMs } = this.#options;
    const nowMs = performance.now();
    if (!this.#kept || nowMs - this.#kept.atMs >= KEPT_MS) return this.renew();
    const { value, atMs } = this.#kept;
    if (nowMs - atMs < freshMs) return value;
    const renewed = this.renew().catch(() => value);
    return nowMs - this.#endedAtMs < idleMs ? value : renewed;
  }

  /** The outcome of the fetch under way, else of the one in the last 30 seconds, else of a new one. */
  async renew(): Promise<Value> {
    const mayBegin = !this.#isUnderWay && performance.now() - this.#endedAtMs >= PAUSE_MS;
    if (!this.#outcome || mayBegin) this.#outcome = inTime(this.#fetch(), WAIT_MS, late);
    return this.#outcome;
  }

  async #fetch(): Promise<Value> {
    this.#isUnderWay = true;
    try {
      const value = await this.#options.fetch();
      this.#kept = { value, atMs: performance.now() };
      // Also if its readers did not wait so long.
      this.#outcome = Promise.resolve(value);
      return value;
    } finally {
      this.#isUnderWay = false;
      this.#endedAtMs = performance.now();
    }
  }
}
