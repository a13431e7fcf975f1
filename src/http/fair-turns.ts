import { FairQueue } from '../core/fair-queue.js';
import type { Owner } from '../core/tasks.js';

/**
 * How many requests have their turn at the same time. One owner has fewer of them: whoever else comes then begins at once,
 * however many of the first one's are waiting.
 */
const AT_ONCE = 32;
const OF_ONE_OWNER = 16;
/** A turn ends with the answer, or after this long, in milliseconds: what takes longer waits for something, and costs little. */
const LONGEST_MS = 250;

/** How turns are taken. */
export interface FairTurnsOptions {
  readonly atOnce?: number;
  readonly ofOneOwner?: number;
  readonly longestMs?: number;
}

/** Lets requests begin, those of each owner in their order, and the owners by turns. */
export class FairTurns {
  readonly #atOnce: number;
  readonly #ofOneOwner: number;
  readonly #longestMs: number;
  readonly #waiting = new FairQueue<() => void>();
  readonly #underWay = new Map<Owner, number>();
  #total = 0;

  constructor({
    atOnce = AT_ONCE,
    ofOneOwner = OF_ONE_OWNER,
    longestMs = LONGEST_MS,
  }: FairTurnsOptions = {}) {
    this.#atOnce = atOnce;
    this.#ofOneOwner = ofOneOwner;
    this.#longestMs = longestMs;
  }

  /**
   * Calls `begin` when it is the owner's turn, which may be now.
   *
   * @returns To be called when the answer is over, or nobody wants it any more.
   */
  take(owner: Owner, begin: () => void): () => void {
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

  /** @returns What ends the turn. */
  #start(owner: Owner): () => void {
    this.#total += 1;
    this.#underWay.set(owner, (this.#underWay.get(owner) ?? 0) + 1);
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
    if (this.#total >= this.#atOnce) return undefined;
    return this.#waiting.next((owner) => (this.#underWay.get(owner) ?? 0) < this.#ofOneOwner);
  }
}
