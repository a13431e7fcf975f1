const MINUTE_MS = 60_000;
/** Maximum number of counted keys. Beyond it, the key that was quiet for longest is dropped. */
const MAX_KEYS = 50_000;

interface Minute {
  count: number;
  readonly endsAtMs: number;
}

/** Counts events by key, in a minute that begins with the key's first event. The number of keys is bounded. */
export class MinuteCounts {
  readonly points: number;
  readonly #maxKeys: number;
  /** The key that was quiet for longest comes first. */
  readonly #minutes = new Map<string, Minute>();

  /**
   * @param points Maximum number of events in a minute.
   */
  constructor(points: number, maxKeys = MAX_KEYS) {
    this.points = points;
    this.#maxKeys = maxKeys;
  }

  /** Counts an event. @returns The time to wait, in milliseconds, if the limit is exceeded. */
  add(key: string): number | undefined {
    const minute = this.#current(key) ?? { count: 0, endsAtMs: Date.now() + MINUTE_MS };
    minute.count += 1;
    this.#minutes.delete(key);
    this.#minutes.set(key, minute);
    const [quietest = key] = this.#minutes.keys();
    if (this.#minutes.size > this.#maxKeys) this.#minutes.delete(quietest);
    return minute.count > this.points ? minute.endsAtMs - Date.now() : undefined;
  }

  /** Removes one event of a key. */
  remove(key: string): void {
    const minute = this.#current(key);
    if (minute) minute.count -= 1;
  }

  /**
   * @returns The time until the next event is allowed, in milliseconds; `undefined` if it is allowed now.
   */
  waitMs(key: string): number | undefined {
    const minute = this.#current(key);
    return minute && minute.count >= this.points ? minute.endsAtMs - Date.now() : undefined;
  }

  #current(key: string): Minute | undefined {
    const minute = this.#minutes.get(key);
    return minute && minute.endsAtMs > Date.now() ? minute : undefined;
  }
}
