import { MinuteCounts } from '../../core/value/minute-counts.js';

/** Verifications in a minute, of one owner. */
const OF_OWNER = 30;
/** Verifications in a minute, of one owner at one host. */
const OF_OWNER_AT_HOST = 10;
/** Verifications in a minute at one host, of all owners, that no endpoint there has confirmed. */
const UNCONFIRMED_AT_HOST = 30;

/** A limit that was reached, as the error's `data` names it. */
export interface ReachedLimit {
  readonly limit: 'verifications' | 'verificationsAtHost' | 'unconfirmedVerificationsAtHost';
  /** In a minute. */
  readonly max: number;
  readonly retryAfterMs: number;
}

interface Limit {
  readonly name: ReachedLimit['limit'];
  readonly counts: MinuteCounts;
  readonly toKey: (owner: string, host: string) => string;
}

function createLimit(name: Limit['name'], points: number, toKey: Limit['toKey']): Limit {
  return { name, toKey, counts: new MinuteCounts(points) };
}

/**
 * Limits how often endpoints are asked if they want events: for each owner, also at one host. For all owners
 * together, only requests that the host did not confirm count.
 */
export class VerificationLimits {
  readonly #unconfirmed = createLimit(
    'unconfirmedVerificationsAtHost',
    UNCONFIRMED_AT_HOST,
    (_owner, host) => host,
  );
  /** The owner's own limits come first, so that a refused request does not count for all. */
  readonly #limits: readonly Limit[] = [
    createLimit('verifications', OF_OWNER, (owner) => owner),
    createLimit('verificationsAtHost', OF_OWNER_AT_HOST, (owner, host) =>
      JSON.stringify([owner, host]),
    ),
    this.#unconfirmed,
  ];

  /** Counts a verification that is about to be sent. @returns The limit that forbids it; `undefined`: it may be sent. */
  take(owner: string, host: string): ReachedLimit | undefined {
    for (const { name, counts, toKey } of this.#limits) {
      const retryAfterMs = counts.add(toKey(owner, host));
      if (retryAfterMs !== undefined) return { limit: name, max: counts.points, retryAfterMs };
    }
    return undefined;
  }

  /** Takes a verification back that an endpoint of the host has confirmed. */
  confirm(owner: string, host: string): void {
    const { counts, toKey } = this.#unconfirmed;
    counts.remove(toKey(owner, host));
  }
}
