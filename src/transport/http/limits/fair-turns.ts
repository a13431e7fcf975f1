import { FairQueue } from '../../../core/value/fair-queue.js';

/**
 * Maximum number of turns at the same time, overall and per owner. The owner's limit is lower, so that another owner's
 * request starts at once.
 */
const AT_ONCE = 32;
const OF_ONE_OWNER = 16;
/**
 * Maximum length of a turn, in milliseconds; it also ends with the answer. A longer request waits for something and
 * costs little.
 */
const LONGEST_MS = 250;
/** Time in a pass of the event loop after which no more turns start, in milliseconds. New input is read first. */
const FULL_PASS_MS = 5;
/** Length of a pass of the event loop, in milliseconds, from which it delays other requests noticeably. */
const LONG_PASS_MS = 15;
/** Minimum of the limit per owner, used when requests keep the processor busy. */
const FEWEST_OF_ONE_OWNER = 2;

export interface FairTurnsOptions {
  readonly atOnce?: number;
  readonly ofOneOwner?: number;
  readonly longestMs?: number;
  /**
   * Measures a pass of the event loop. Calls back at its end with its length, and returns a function for the time so
   * far, both in milliseconds. Default: by the clock.
   */
  readonly timePass?: (onEnd: (tookMs: number) => void) => () => number;
}

function timePassByClock(onEnd: (tookMs: number) => void): () => number {
  const startedAtMs = performance.now();
  const tellElapsedMs = (): number => performance.now() - startedAtMs;
  setImmediate(() => {
    onEnd(tellElapsedMs());
  });
  return tellElapsedMs;
}

/**
 * Starts requests in order for each owner, and takes turns between owners. Requests that wait for Temporal cost little,
 * so
 * many may be under way. If requests keep the processor busy, the limit per owner falls. Few start in one pass of the
 * event loop, so that other owners' requests wait for one pass only.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #ofOneOwner: number;
  readonly #longestMs: number;
  readonly #waiting = new FairQueue<() => void>();
  readonly #underWay = new Map<string, number>();
  #total = 0;
  readonly #timePass: NonNullable<FairTurnsOptions['timePass']>;
  /** Returns the time since the first turn of this pass; `undefined` if no turn has started in it. */
  #tellElapsedMs: (() => number) | undefined;
  /** Current limit of one owner's requests. */
  #ofOneNow: number;

  constructor({
    atOnce = AT_ONCE,
    ofOneOwner = OF_ONE_OWNER,
    longestMs = LONGEST_MS,
    timePass = timePassByClock,
  }: FairTurnsOptions = {}) {
    this.#atOnce = atOnce;
    this.#ofOneOwner = ofOneOwner;
    this.#longestMs = longestMs;
    this.#timePass = timePass;
    this.#ofOneNow = ofOneOwner;
  }

  /**
   * Calls `begin` when it is the owner's turn, possibly at once.
   *
   * @returns A function to call when the answer is over, or the client has gone.
   */
  take(owner: string, begin: () => void): () => void {
    let leave = (): void => {
      this.#waiting.remove(owner, start);
    };
    const start = (): void => {
      leave = this.#start(owner);
      begin();
    };
    this.#waiting.add(owner, start);
    this.#go();
    return () => {
      leave();
    };
  }

  /** @returns A function that ends the turn. */
  #start(owner: string): () => void {
    this.#total += 1;
    this.#underWay.set(owner, (this.#underWay.get(owner) ?? 0) + 1);
    this.#tellElapsedMs ??= this.#timePass((tookMs) => {
      this.#tellElapsedMs = undefined;
      this.#adapt(tookMs);
    });
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.#total -= 1;
      const rest = (this.#underWay.get(owner) ?? 1) - 1;
      if (rest > 0) this.#underWay.set(owner, rest);
      else this.#underWay.delete(owner);
      this.#go();
    };
    const timer = setTimeout(end, this.#longestMs);
    return end;
  }

  #go(): void {
    for (let start = this.#next(); start; start = this.#next()) start();
  }

  #next(): (() => void) | undefined {
    if (this.#total >= this.#atOnce || (this.#tellElapsedMs?.() ?? 0) > FULL_PASS_MS) {
      return undefined;
    }
    return this.#waiting.next((owner) => (this.#underWay.get(owner) ?? 0) < this.#ofOneNow);
  }

  #adapt(tookMs: number): void {
    const fewest = Math.min(FEWEST_OF_ONE_OWNER, this.#ofOneOwner);
    const wanted = tookMs > LONG_PASS_MS ? fewest : this.#ofOneNow + 1;
    this.#ofOneNow = Math.min(wanted, this.#ofOneOwner);
    this.#go();
  }
}
