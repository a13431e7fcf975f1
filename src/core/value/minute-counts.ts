const MINUTE_MS = 60_000;
/** Keys that are counted at the same time. Beyond that, the one that was quiet for longest is forgotten. */
const MAX_KEYS = 50_000;

interface Minute {
  count: number;
  readonly endsAtMs: number;
}

/** How often something has happened, by key, in the minute that begins with the first time. Of bounded size. */
export class MinuteCounts {
  readonly points: number;
  readonly #maxKeys: number;
  /** The key that was quiet for longest comes first. */
  readonly #minutes = new Map<string, Minute>();

  /** @param points How often a minute it may happen. */
  constructor(points: number, maxKeys = MAX_KEYS) {
    this.points = points;
    this.#maxKeys = maxKeys;
  }

  /** Counts once. @returns How long to wait, in milliseconds, where it was too often. */
  add(key: string): number | undefined {
    const minute = this.#current(key) ?? { count: 0, endsAtMs: Date.now() + MINUTE_MS };
    minute.count += 1;
    this.#minutes.delete(key);
    this.#minutes.set(key, minute);
    const [quietest = key] = this.#minutes.keys();
    if (this.#minutes.size > this.#maxKeys) this.#minutes.delete(quietest);
    return minute.count > this.points ? minute.endsAtMs - Date.now() : undefined;
  }

  /** Takes one back. */
  remove(key: string): void {
    const minute = this.#current(key);
    if (minute) minute.count -= 1;
  }

  /** @returns How long to wait, in milliseconds, until it may happen once more; `undefined` where it may now. */
  waitMs(key: string): number | undefined {
    const minute = this.#current(key);
    return minute && minute.count >= this.points ? minute.endsAtMs - Date.now() : undefined;
  }

  #current(key: string): Minute | undefined {
    const minute = this.#minutes.get(key);
    return minute && minute.endsAtMs > Date.now() ? minute : undefined;
  }
}
