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
  /** What wants to begin, by owner. Whose turn is next comes first. */
  readonly #waiting = new Map<Owner, Set<() => void>>();
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
      const queue = this.#waiting.get(owner);
      queue?.delete(start);
      if (queue?.size === 0) this.#waiting.delete(owner);
    };
    const start = (): void => {
      leave = this.#start(owner);
      begin();
    };
    const queue = this.#waiting.get(owner);
    if (queue) queue.add(start);
    else this.#waiting.set(owner, new Set([start]));
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

  /** Takes the next one out of its queue, and sends its owner behind all others. */
  #next(): (() => void) | undefined {
    if (this.#total >= this.#atOnce) return undefined;
    for (const [owner, queue] of this.#waiting) {
      if ((this.#underWay.get(owner) ?? 0) >= this.#ofOneOwner) continue;
      const [first] = queue;
      if (first) queue.delete(first);
      this.#waiting.delete(owner);
      if (queue.size > 0) this.#waiting.set(owner, queue);
      return first;
    }
    return undefined;
  }
}
