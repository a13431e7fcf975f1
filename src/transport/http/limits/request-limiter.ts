import type { PrincipalLimits, RequestLimits, ServerLimits } from '../../../core/person/limits.js';
import { MinuteCounts } from '../../../core/value/minute-counts.js';

import { type Excess, toMinuteExcess } from './excess.js';
import { type Held, OpenAmounts } from './open-amounts.js';

/** `Retry-After` in seconds if too much is open, since the end of open requests is unknown. */
const OPEN_RETRY_AFTER_S = 5;
/** The key of the overall limit. It cannot be an owner's name, which is a word or JSON. */
const EVERYBODY = '*';
/** Maximum number of characters of a task ID that count to tell tasks apart. */
const MAX_ID_LENGTH = 512;
const MIB = 1024 * 1024;

/** Limits per minute, which apply per owner and overall. */
export type Counted = 'requestsPerMinute' | 'callsPerMinute';

/** Limits of open amounts. */
export type Opened = 'openRequests' | 'openStreams' | 'openBytes';

const WHAT: Readonly<Record<keyof RequestLimits, string>> = {
  requestsPerMinute: 'requests a minute',
  callsPerMinute: 'calls of tools a minute',
  openRequests: 'requests at the same time',
  openStreams: 'streams at the same time',
  openBytes: 'MiB of requests at the same time',
};

function describe(limit: number, counted: keyof RequestLimits, key: string): string {
  const whose = key === EVERYBODY ? 'This server takes' : 'You may send';
  const amount = counted === 'openBytes' ? Number((limit / MIB).toFixed(2)) : limit;
  return `${whose} ${amount} ${WHAT[counted]}.`;
}

/**
 * Counts requests and refuses those above a limit. A request that its owner's limit refuses does not count for the
 * overall limit.
 */
export class RequestLimiter {
  readonly #limits: () => ServerLimits;
  readonly #rates = new Map<string, MinuteCounts>();
  readonly #open = new OpenAmounts();

  /** @param limits Called with each request. */
  constructor(limits: () => ServerLimits) {
    this.#limits = limits;
  }

  /**
   * Counts a request, first for its owner.
   *
   * @returns The excess, if a limit is exceeded.
   */
  count(owner: string, counted: Counted): Excess | undefined {
    for (const [key, limits] of this.#of(owner)) {
      const limit = limits[counted];
      if (limit === undefined || limit === false) continue;
      const name = `${key === EVERYBODY ? 'overall' : 'own'} ${counted}`;
      const waitMs = this.#add(name, key, limit);
      if (waitMs !== undefined) return toMinuteExcess(describe(limit, counted, key), waitMs);
    }
    return undefined;
  }

  /**
   * Counts a read of a task, also if the task does not exist.
   *
   * @returns The excess, if the limit is exceeded.
   */
  countPoll(owner: string, taskId: string): Excess | undefined {
    const limit = this.#limits().perPrincipal?.pollsPerMinute;
    if (limit === undefined || limit === false) return undefined;
    const key = JSON.stringify([owner, taskId.slice(0, MAX_ID_LENGTH)]);
    const waitMs = this.#add('polls', key, limit);
    if (waitMs === undefined) return undefined;
    const sentence = `You may look at a task ${limit} times a minute; its poll interval says how often there is something to see.`;
    return toMinuteExcess(sentence, waitMs);
  }

  /**
   * Opens an amount.
   *
   * @returns The open amount, or the excess if a limit is exceeded.
   */
  open(owner: string, opened: Opened, amount = 1): Held | Excess {
    for (const [key, { [opened]: limit }] of this.#of(owner)) {
      if (limit === undefined || limit === false) continue;
      if (this.#open.of(opened, key) + amount <= limit) continue;
      const message = `${describe(limit, opened, key)} Try again when one has ended.`;
      return { message, retryAfterS: OPEN_RETRY_AFTER_S };
    }
    return this.#open.add(opened, [owner, EVERYBODY], amount);
  }

  #of(owner: string): readonly (readonly [string, PrincipalLimits])[] {
    const { perPrincipal = {}, overall = {} } = this.#limits();
    return [
      [owner, perPrincipal],
      [EVERYBODY, overall],
    ];
  }

  #add(name: string, key: string, points: number): number | undefined {
    let rate = this.#rates.get(name);
    // A reload may have changed the limit.
    if (rate?.points !== points) rate = new MinuteCounts(points);
    this.#rates.set(name, rate);
    return rate.add(key);
  }
}
