import { LRUCache } from 'lru-cache';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { inTime } from '../../core/value/in-time.js';

/** So long a count serves, so that a burst of starts costs one. */
const COUNTED_MS = 2_000;
/** So far visibility may be behind: what this process started within it is added to a count. */
const LAG_MS = 1_000;
const MAX_OWNERS = 10_000;
/** So long a start waits for a count; after that, it goes by the one before. */
const PATIENCE_MS = 500;
/** Time until the next try: the end of a task is unknown. */
const RETRY_AFTER_MS = 5_000;

export interface OpenTaskLimitOptions {
  /** Open tasks that an owner may have, as of now. `undefined`: any number. */
  readonly limit: () => number | undefined;
  /** Number of an owner's open tasks, by visibility. */
  readonly count: (owner: string) => Promise<number>;
  readonly logger: Logger;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
}

/** The known count of an owner. */
interface Known {
  /** Resolves when it has been counted, or that has failed. */
  readonly counting: Promise<void>;
  /** As counted, and before that as counted the last time. */
  open: number;
  readonly askedAtMs: number;
}

/**
 * Keeps an owner from having too many open tasks. They are counted by visibility, at most every two seconds for an owner,
 * together with what this process has just started: what other processes have started in the last three seconds may be
 * missing. Where visibility does not answer in time, the count before goes on to hold, and none where there is none.
 */
export class OpenTaskLimit {
  readonly #options: OpenTaskLimitOptions;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Known>({ max: MAX_OWNERS });
  /** When this process started the owner's latest tasks, oldest first. */
  readonly #starts = new LRUCache<string, number[]>({ max: MAX_OWNERS });

  constructor(options: OpenTaskLimitOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Reserves room for one task. @returns False if there is none. */
  async take(owner: string): Promise<boolean> {
    if (this.#options.limit() === undefined) return true;
    const known = this.#count(owner);
    await inTime(known.counting, PATIENCE_MS, () => undefined);
    // From here on nothing waits, so that two starts at a time do not see the same room.
    const starts = (this.#starts.get(owner) ?? []).filter((ms) => ms > known.askedAtMs - LAG_MS);
    const hasRoom = known.open + starts.length < (this.#options.limit() ?? Infinity);
    this.#starts.set(owner, hasRoom ? [...starts, this.#now()] : starts);
    return hasRoom;
  }

  /** The error of an owner without room. */
  toError(): TaskError {
    const limit = this.#options.limit() ?? 0;
    return new TaskError(
      TaskErrorCode.busy,
      `You may have ${limit} open tasks, and have so many. Nothing was started. Try again when one has ended, or cancel one.`,
      { retryAfterMs: RETRY_AFTER_MS },
    );
  }

  #count(owner: string): Known {
    const known = this.#known.get(owner);
    const nowMs = this.#now();
    if (known && nowMs - known.askedAtMs < COUNTED_MS) return known;
    const { count, logger } = this.#options;
    const counting = count(owner).then(
      (open) => {
        fresh.open = open;
      },
      (error: unknown) => {
        logger.warn({ err: error }, 'The open tasks of an owner could not be counted');
      },
    );
    const fresh: Known = { counting, open: known?.open ?? 0, askedAtMs: nowMs };
    this.#known.set(owner, fresh);
    return fresh;
  }
}
