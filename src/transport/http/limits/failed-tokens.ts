import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { ServerLimits } from '../../../core/person/limits.js';
import { MinuteCounts } from '../../../core/value/minute-counts.js';
import { isLoopback, toNetwork } from '../network-address.js';

import { type Excess, toMinuteExcess } from './excess.js';

/** Tokens that have held, of the last hour: whoever has one is not turned away for what others do from the same address. */
const MAX_GOOD = 10_000;
const GOOD_MS = 60 * 60_000;

/** What became of a token. */
export type TokenOutcome = 'holds' | 'fails' | 'unknown';

/** What stands for a token: tokens themselves are not kept. */
function toHash(shown: string): string {
  return createHash('sha256').update(shown).digest('base64');
}

/** How many tokens that do not hold have come from each address. */
export class FailedTokens {
  readonly #limits: ServerLimits;
  readonly #good = new LRUCache<string, true>({ max: MAX_GOOD, ttl: GOOD_MS });
  #counts: MinuteCounts | undefined;

  /** @param limits Read with each request. */
  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /** @returns Why a token is not even looked at; `undefined`: it is. */
  refuse(address: string | undefined, shown: string): Excess | undefined {
    const key = toKey(address);
    const waitMs = key !== undefined && this.#current?.waitMs(key);
    if (waitMs === undefined || waitMs === false || this.#good.has(toHash(shown))) return undefined;
    return toMinuteExcess('Too many access tokens from your address do not hold.', waitMs);
  }

  /** Notes what became of a token. */
  note(address: string | undefined, shown: string, outcome: TokenOutcome): void {
    const counts = this.#current;
    if (!counts || outcome === 'unknown') return;
    if (outcome === 'holds') {
      this.#good.set(toHash(shown), true);
      return;
    }
    this.#good.delete(toHash(shown));
    const key = toKey(address);
    if (key !== undefined) counts.add(key);
  }

  get #current(): MinuteCounts | undefined {
    const limit = this.#limits.perAddress?.failedTokensPerMinute;
    if (limit === undefined || limit === false) return undefined;
    if (this.#counts?.points !== limit) this.#counts = new MinuteCounts(limit);
    return this.#counts;
  }
}

/** `undefined` where an address says nothing of who is there. */
function toKey(address: string | undefined): string | undefined {
  return address === undefined || isLoopback(address) ? undefined : toNetwork(address);
}
