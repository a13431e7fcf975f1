import { FairQueue } from '../../../core/value/fair-queue.js';

/**
 * Requests that have their turn at the same time. One owner has fewer, so that a request of another owner begins at
 * once.
 */
const AT_ONCE = 32;
const OF_ONE_OWNER = 16;
/** A turn ends with the answer, or after this long, in milliseconds: what takes longer waits for something, and costs little. */
const LONGEST_MS = 250;
/**
 * After this long, in milliseconds, requests wait for the next pass of the event loop: input that has come meanwhile
 * goes first.
 */
const FULL_PASS_MS = 5;
/** A pass of the event loop that takes longer than this, in milliseconds, is felt by all who wait for their next one. */
const LONG_PASS_MS = 15;
/** Requests of one owner at the same time where each takes much of the processor. */
const FEWEST_OF_ONE_OWNER = 2;

export interface FairTurnsOptions {
  readonly atOnce?: number;
  readonly ofOneOwner?: number;
  readonly longestMs?: number;
  /**
   * Times this pass of the event loop: calls back at its end with how long it took, and returns what tells how long it has
   * taken so far, in milliseconds. Default: by the clock.
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
 * Starts requests in order for each owner, with the owners in turn. Requests that wait for Temporal cost little, so
 * many may be under way. If they keep the processor busy, an owner has fewer at a time. Few start in one pass of the
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
  /** Of this pass, if anything has begun in it. */
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
   * @returns Called when the answer is over, or the client has gone.
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

  /** @returns Ends the turn. */
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
