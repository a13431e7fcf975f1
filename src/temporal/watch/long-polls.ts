import type { Logger } from '../../core/logger.js';
import { type LinkedSignal, linkSignal } from '../../core/value/linked-signal.js';
import { Turns } from '../../core/value/turns.js';

/** The share of the long polls that continues after a refusal. */
const KEPT_SHARE = 3 / 4;
/** How long the lower limit counts after the last refusal, in milliseconds. */
const LOWERED_MS = 600_000;

export interface LongPollsOptions {
  /**
   * Maximum number of concurrent long polls. The Temporal Service serves 1,200 for each namespace and method, to all
   * its clients together.
   */
  readonly most: number;
  readonly logger: Logger;
}

/**
 * The long polls of one process. Each refusal of the service ends a quarter of them, so that the processes of a
 * namespace find their shares, and reads that the service counts as long polls find room.
 */
export class LongPolls {
  readonly #most: number;
  readonly #logger: Logger;
  readonly #turns: Turns;
  readonly #underWay = new Set<LinkedSignal>();
  /** On the clock of `performance.now()`. */
  #loweredAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor({ most, logger }: LongPollsOptions) {
    this.#most = most;
    this.#logger = logger;
    this.#turns = new Turns({ atOnce: most });
  }

  /** True if a task waits for its long poll. */
  get hasWaiting(): boolean {
    return this.#turns.hasWaiting;
  }

  /**
   * Polls when the owner's turn has come.
   *
   * @param poll Its signal fires with `stop`, or when this process has to have fewer long polls.
   * @param signals `turn` gives up the turn, but not a poll that has begun.
   */
  async run<Result>(
    owner: string,
    poll: (signal: AbortSignal) => Promise<Result>,
    { turn, stop }: { readonly turn: AbortSignal; readonly stop: AbortSignal },
  ): Promise<Result> {
    const begin = async (): Promise<Result> => {
      const linked = linkSignal(stop);
      this.#underWay.add(linked);
      try {
        return await poll(linked.signal);
      } finally {
        this.#underWay.delete(linked);
        linked.release();
      }
    };
    return this.#turns.run(owner, begin, turn);
  }

  /**
   * Ends a quarter of the long polls, the newest ones, and begins as many again ten minutes after the last refusal.
   *
   * @param sentAtMs When the refused call was sent, on the clock of `performance.now()`. A call that was sent before the
   * last refusal tells nothing of the polls that have continued since.
   */
  readonly lower = (sentAtMs: number): void => {
    if (sentAtMs <= this.#loweredAtMs || this.#underWay.size === 0) return;
    this.#loweredAtMs = performance.now();
    const limit = Math.floor(this.#underWay.size * KEPT_SHARE);
    this.#turns.atOnce = limit;
    for (const { end } of [...this.#underWay].slice(limit)) end();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#turns.atOnce = this.#most;
    }, LOWERED_MS).unref();
    this.#logger.warn(
      { longPolls: limit, configured: this.#most },
      `Temporal refuses further long polls of this namespace: ${limit} continue for ten minutes, and other waits read in turn. If this comes again, lower "longPolls" of each server, or raise "frontend.namespaceCount" of Temporal`,
    );
  };
}
