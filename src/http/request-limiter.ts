import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { RequestLimits, ServerLimits } from '../core/limits.js';
import type { Owner } from '../core/tasks.js';

const MINUTE_S = 60;
/** When to come back where too much is open: nobody knows when something of it ends. */
const OPEN_RETRY_AFTER_S = 5;
/** The key of everybody together, which no owner has: an owner is a word or JSON. */
const EVERYBODY = '*';

/** What is counted by the minute. */
export type Counted = 'requestsPerMinute' | 'callsPerMinute';

/** Something that is too much. */
export interface Excess {
  /** What is limited, for people. */
  readonly message: string;
  readonly retryAfterS: number;
}

const WHAT: Readonly<Record<keyof RequestLimits, string>> = {
  requestsPerMinute: 'requests a minute',
  callsPerMinute: 'calls of tools a minute',
  openRequests: 'requests at the same time',
};

function describe(limit: number, counted: keyof RequestLimits, key: string): string {
  const whose = key === EVERYBODY ? 'This server takes' : 'You may send';
  return `${whose} ${limit} ${WHAT[counted]}.`;
}

/** Counts what everybody does, and says when it is too much. What one may not do is not counted for all. */
export class RequestLimiter {
  readonly #limits: ServerLimits;
  readonly #rates = new Map<string, RateLimiterMemory>();
  readonly #open = new Map<string, number>();

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /** Counts one, for its owner first. @returns Why it may not be; `undefined`: it may. */
  async count(owner: Owner, counted: Counted): Promise<Excess | undefined> {
    for (const [key, limits] of this.#of(owner)) {
      const limit = limits[counted];
      if (limit === undefined || limit === false) continue;
      const waitMs = await this.#consume(key, counted, limit);
      if (waitMs === undefined) continue;
      const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
      return {
        message: `${describe(limit, counted, key)} Try again in ${retryAfterS} s.`,
        retryAfterS,
      };
    }
    return undefined;
  }

  /** Opens an answer. @returns What closes it, or why it may not be opened. */
  open(owner: Owner): (() => void) | Excess {
    for (const [key, { openRequests: limit }] of this.#of(owner)) {
      if (limit === undefined || limit === false || (this.#open.get(key) ?? 0) < limit) continue;
      const message = `${describe(limit, 'openRequests', key)} Try again when one has ended.`;
      return { message, retryAfterS: OPEN_RETRY_AFTER_S };
    }
    const keys = [owner, EVERYBODY];
    for (const key of keys) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const key of keys) {
        const rest = (this.#open.get(key) ?? 1) - 1;
        if (rest > 0) this.#open.set(key, rest);
        else this.#open.delete(key);
      }
    };
  }

  #of(owner: Owner): readonly (readonly [string, RequestLimits])[] {
    const { perPrincipal = {}, overall = {} } = this.#limits;
    return [
      [owner, perPrincipal],
      [EVERYBODY, overall],
    ];
  }

  /** @returns How long to wait, in milliseconds, where it is too much. */
  async #consume(key: string, counted: Counted, points: number): Promise<number | undefined> {
    const name = `${key === EVERYBODY ? 'overall' : 'own'} ${counted}`;
    let rate = this.#rates.get(name);
    // The limits may change meanwhile.
    if (rate?.points !== points) rate = new RateLimiterMemory({ points, duration: MINUTE_S });
    this.#rates.set(name, rate);
    try {
      await rate.consume(key);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }
}
