import { LRUCache } from 'lru-cache';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { inTime } from '../../core/value/in-time.js';

/** Lifetime of a count, in milliseconds, so that a burst of starts costs one count. */
const COUNTED_MS = 2_000;
/** Delay of visibility, in milliseconds. Starts of this process since this long before a count are added to it. */
const LAG_MS = 1_000;
const MAX_OWNERS = 10_000;
/** Maximum wait of a start for a count, in milliseconds. After it, the start uses the previous count. */
const PATIENCE_MS = 500;
/** Suggested retry, in milliseconds. The end of the running tasks is unknown. */
const RETRY_AFTER_MS = 5_000;

export interface OpenTaskLimitOptions {
  /** Maximum number of an owner's open tasks. */
  readonly limit: number;
  /** Number of an owner's open tasks, by visibility. */
  readonly count: (owner: string) => Promise<number>;
  readonly logger: Logger;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined;
}

interface OwnerCount {
  /** Resolves when the count has ended, or has failed. */
  readonly counting: Promise<void>;
  /** The counted number. Until the count ends, the previous number, or 0. */
  open: number;
  readonly countedAtMs: number;
}

/**
 * Limits the number of an owner's open tasks. Visibility counts them at most every two seconds for an owner. This
 * process adds its own recent starts. Starts of other processes in the last three seconds may be missing. If visibility
 * does not answer in time, the previous count applies. Without a previous count, it is 0.
 */
export class OpenTaskLimit {
  readonly #options: OpenTaskLimitOptions;
  readonly #now: () => number;
  readonly #counts = new LRUCache<string, OwnerCount>({ max: MAX_OWNERS });
  /** Times of this process's latest starts for an owner, oldest first. */
  readonly #starts = new LRUCache<string, number[]>({ max: MAX_OWNERS });

  constructor(options: OpenTaskLimitOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Reserves room for one task. @returns False if there is none. */
  async take(owner: string): Promise<boolean> {
    const latest = this.#count(owner);
    await inTime(latest.counting, PATIENCE_MS, () => undefined);
    // No `await` follows, so two starts at the same moment cannot take the same room.
    const starts = (this.#starts.get(owner) ?? []).filter((ms) => ms > latest.countedAtMs - LAG_MS);
    const hasRoom = latest.open + starts.length < this.#options.limit;
    this.#starts.set(owner, hasRoom ? [...starts, this.#now()] : starts);
    return hasRoom;
  }

  toError(): TaskError {
    const { limit } = this.#options;
    return new TaskError(
      TaskErrorCode.busy,
      `Nothing was started: you have ${limit} open tasks, which is the limit. Try again when one has ended, or cancel one.`,
      { retryAfterMs: RETRY_AFTER_MS },
    );
  }

  #count(owner: string): OwnerCount {
    const before = this.#counts.get(owner);
    const nowMs = this.#now();
    if (before && nowMs - before.countedAtMs < COUNTED_MS) return before;
    const { count, logger } = this.#options;
    const counting = count(owner).then(
      (open) => {
        fresh.open = open;
      },
      (error: unknown) => {
        logger.warn({ err: error }, 'The open tasks of an owner could not be counted');
      },
    );
    const fresh: OwnerCount = { counting, open: before?.open ?? 0, countedAtMs: nowMs };
    this.#counts.set(owner, fresh);
    return fresh;
  }
}
