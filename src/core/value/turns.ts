export interface TurnsBounds {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Pieces of one owner at the same time. Default: `atOnce`. */
  readonly ofOneOwner?: number | undefined;
  /** Pieces that begin within a second. After a second without work, so many may begin together. Default: any number. */
  readonly perSecond?: number | undefined;
}

const SECOND_MS = 1_000;

/**
 * Bounds work, and lets owners take turns: while others wait, each owner begins one piece of work before any owner
 * begins a second one. The pieces of one owner keep their order.
 */
export class Turns {
  readonly #bounds: { atOnce: number; readonly ofOneOwner: number; readonly perSecond: number };
  /** Waiting pieces by owner. The first owner has the next turn. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #underWay = new Map<string, number>();
  #total = 0;
  /** The time until which the rate is used up, on the clock of `performance.now()`. */
  #usedUntilMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ atOnce, ofOneOwner = atOnce, perSecond = Infinity }: TurnsBounds) {
    this.#bounds = { atOnce, ofOneOwner, perSecond };
  }

  /** True if work waits for its turn. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Changes the bound for work that has not begun. */
  set atOnce(atOnce: number) {
    this.#bounds.atOnce = atOnce;
    this.#go();
  }

  /** The longest time after which a further piece of this owner begins, by the rate, in milliseconds. */
  waitMs(owner: string): number {
    const own = this.#waiting.get(owner);
    const owners = this.#waiting.size + (own ? 0 : 1);
    return (((own?.size ?? 0) + 1) * owners * SECOND_MS) / this.#bounds.perSecond;
  }

  /**
   * Does the work when the owner's turn has come.
   *
   * @param signal Gives up the turn, but not work that has begun.
   * @throws The signal's reason, or the error of the work.
   */
  async run<Result>(
    owner: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    await this.#turn(owner, signal);
    try {
      return await work();
    } finally {
      this.#count(owner, -1);
      this.#go();
    }
  }

  async #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const own = this.#waiting.get(owner) ?? new Set();
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        own.delete(begin);
        if (own.size === 0 && this.#waiting.get(owner) === own) this.#waiting.delete(owner);
        if (!this.hasWaiting) this.#wake();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(owner, own.add(begin));
      this.#go();
    });
  }

  #go(): void {
    const { atOnce, perSecond } = this.#bounds;
    while (!this.#timer && this.#total < atOnce) {
      const next = this.#next();
      if (!next) return;
      const nowMs = performance.now();
      const usedUntilMs = Math.max(this.#usedUntilMs, nowMs - SECOND_MS) + SECOND_MS / perSecond;
      if (usedUntilMs > nowMs) this.#sleep(usedUntilMs - nowMs);
      else {
        this.#usedUntilMs = usedUntilMs;
        this.#begin(next);
      }
    }
  }

  #next(): readonly [string, Set<() => void>] | undefined {
    const { ofOneOwner } = this.#bounds;
    for (const [owner, own] of this.#waiting) {
      if ((this.#underWay.get(owner) ?? 0) < ofOneOwner) return [owner, own];
    }
    return undefined;
  }

  #sleep(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#wake();
      this.#go();
    }, ms);
  }

  #wake(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin([owner, own]: readonly [string, Set<() => void>]): void {
    const [begin] = own;
    this.#waiting.delete(owner);
    if (begin) own.delete(begin);
    if (own.size > 0) this.#waiting.set(owner, own);
    this.#count(owner, 1);
    begin?.();
  }

  #count(owner: string, by: number): void {
    this.#total += by;
    const count = (this.#underWay.get(owner) ?? 0) + by;
    if (count > 0) this.#underWay.set(owner, count);
    else this.#underWay.delete(owner);
  }
}
