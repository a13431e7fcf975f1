import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_S = 60;
/** Keys that are counted at the same time. Beyond that, the one that was quiet for longest is forgotten. */
const MAX_KEYS = 50_000;

/** How often something has happened, by key, in the minute that begins with the first time. Of bounded size. */
export class MinuteCounts {
  readonly points: number;
  readonly #limiter: RateLimiterMemory;
  readonly #keys: LRUCache<string, true>;

  /** @param points How often a minute it may happen. */
  constructor(points: number, maxKeys = MAX_KEYS) {
    this.points = points;
    this.#limiter = new RateLimiterMemory({ points, duration: MINUTE_S });
    this.#keys = new LRUCache({
      max: maxKeys,
      noDisposeOnSet: true,
      dispose: (_value, key) => void this.#limiter.delete(key),
    });
  }

  /** Counts once. @returns How long to wait, in milliseconds, where it was too often. */
  async add(key: string): Promise<number | undefined> {
    this.#keys.set(key, true);
    try {
      await this.#limiter.consume(key);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  /** @returns How long to wait, in milliseconds, until it may happen once more; `undefined` where it may now. */
  async waitMs(key: string): Promise<number | undefined> {
    const now = await this.#limiter.get(key);
    return now && now.consumedPoints >= this.points && now.msBeforeNext > 0
      ? now.msBeforeNext
      : undefined;
  }
}
