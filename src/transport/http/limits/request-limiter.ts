import type { PrincipalLimits, RequestLimits, ServerLimits } from '../../../core/person/limits.js';
import { MinuteCounts } from '../../../core/value/minute-counts.js';

import { type Excess, toMinuteExcess } from './excess.js';
import { type Held, OpenAmounts } from './open-amounts.js';

/** Time until the next try if too much is open: the end of open requests is unknown. */
const OPEN_RETRY_AFTER_S = 5;
/** The key for the overall limit. It is no owner's: an owner is a word or JSON. */
const EVERYBODY = '*';
/** Characters of a task ID that are kept to tell tasks apart. */
const MAX_ID_LENGTH = 512;
const MIB = 1024 * 1024;

/** Limits by the minute for all owners together. */
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

/** Counts requests and refuses those above a limit. A request that its owner's limit refuses does not count for all. */
export class RequestLimiter {
  readonly #limits: () => ServerLimits;
  readonly #rates = new Map<string, MinuteCounts>();
  readonly #open = new OpenAmounts();

  /** @param limits Called with each request. */
  constructor(limits: () => ServerLimits) {
    this.#limits = limits;
  }

  /** Counts one, for its owner first. @returns Why it may not be; `undefined`: it may. */
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

  /** Counts one look at a task, whether there is such a task or not. @returns As {@link RequestLimiter.count}. */
  countPoll(owner: string, taskId: string): Excess | undefined {
    const limit = this.#limits().perPrincipal?.pollsPerMinute;
    if (limit === undefined || limit === false) return undefined;
    const key = JSON.stringify([owner, taskId.slice(0, MAX_ID_LENGTH)]);
    const waitMs = this.#add('polls', key, limit);
    if (waitMs === undefined) return undefined;
    const sentence = `You may look at a task ${limit} times a minute; its poll interval says how often there is something to see.`;
    return toMinuteExcess(sentence, waitMs);
  }

  /** Opens an amount. @returns Closes it; or the excess, if the limit forbids it. */
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
    // The limits may change meanwhile.
    if (rate?.points !== points) rate = new MinuteCounts(points);
    this.#rates.set(name, rate);
    return rate.add(key);
  }
}
