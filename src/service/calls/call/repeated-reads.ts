import { growingCache } from './growing-cache.js';
import { formatWaitMark, type WaitMark } from './wait-mark.js';

/** Maximum number of remembered reads, of all owners together. */
const MAX_READS = 10_000;
const REMEMBERED_MS = 60 * 60_000;

export interface MarkedRead {
  readonly owner: string;
  /** Task ID or Update ID. */
  readonly id: string;
  readonly mark: WaitMark;
}

/**
 * The reads of running work by their marks. Each answer has another mark, so a client that repeats a read has missed
 * its answer. The data is local to this process.
 */
export class RepeatedReads {
  readonly #counts = growingCache<number>({ max: MAX_READS, ttlMs: REMEMBERED_MS });

  /** Returns the number of earlier equal reads. */
  count({ owner, id, mark }: MarkedRead): number {
    const key = JSON.stringify([owner, id, formatWaitMark(mark)]);
    const earlier = this.#counts.get(key) ?? 0;
    this.#counts.set(key, earlier + 1);
    return earlier;
  }
}
