import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { ServerLimits } from '../../../core/person/limits.js';
import { MinuteCounts } from '../../../core/value/minute-counts.js';
import { isLoopback, toNetwork } from '../network-address.js';

import { type Excess, toMinuteExcess } from './excess.js';

/**
 * Maximum number of valid tokens that are remembered, for an hour. Invalid tokens from the same address do not affect
 * their callers.
 */
const MAX_GOOD = 10_000;
const GOOD_MS = 60 * 60_000;

export type TokenOutcome = 'holds' | 'fails' | 'unknown';

/** Returns the hash that stands for a token. The token itself is not kept. */
function toHash(shown: string): string {
  return createHash('sha256').update(shown).digest('base64');
}

/** Counts invalid tokens by address. */
export class FailedTokens {
  readonly #limits: () => ServerLimits;
  readonly #good = new LRUCache<string, true>({ max: MAX_GOOD, ttl: GOOD_MS });
  #counts: MinuteCounts | undefined;

  /** @param limits Called with each request. */
  constructor(limits: () => ServerLimits) {
    this.#limits = limits;
  }

  /** @returns The excess, if a token is refused without a check; otherwise `undefined`. */
  refuse(address: string | undefined, shown: string): Excess | undefined {
    const key = toKey(address);
    const waitMs = key !== undefined && this.#current?.waitMs(key);
    if (waitMs === undefined || waitMs === false || this.#good.has(toHash(shown))) return undefined;
    return toMinuteExcess('Too many access tokens from your address do not hold.', waitMs);
  }

  /** Records the outcome of a token's check. */
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
    const limit = this.#limits().perAddress?.failedTokensPerMinute;
    if (limit === undefined || limit === false) return undefined;
    if (this.#counts?.points !== limit) this.#counts = new MinuteCounts(limit);
    return this.#counts;
  }
}

/** Returns the key of an address; `undefined` if the address does not identify a client. */
function toKey(address: string | undefined): string | undefined {
  return address === undefined || isLoopback(address) ? undefined : toNetwork(address);
}
