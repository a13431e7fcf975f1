import { MinuteCounts } from '../../core/value/minute-counts.js';

/** Maximum number of verifications in a minute for one owner. */
const OF_OWNER = 30;
/** Maximum number of verifications in a minute for one owner at one host. */
const OF_OWNER_AT_HOST = 10;
/**
 * Maximum number of verifications in a minute at one host, for all owners, without those that an endpoint confirmed.
 */
const UNCONFIRMED_AT_HOST = 30;

/** A reached limit, as the error's `data` names it. */
export interface ReachedLimit {
  readonly limit: 'verifications' | 'verificationsAtHost' | 'unconfirmedVerificationsAtHost';
  /** Maximum number in a minute. */
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
 * Limits how often endpoints are asked if they want events, for each owner and for each owner at one host. For all
 * owners together, only requests count that the host did not confirm.
 */
export class VerificationLimits {
  readonly #unconfirmed = createLimit(
    'unconfirmedVerificationsAtHost',
    UNCONFIRMED_AT_HOST,
    (_owner, host) => host,
  );
  /** The owner's own limits come first: a request that they refuse does not count for all owners. */
  readonly #limits: readonly Limit[] = [
    createLimit('verifications', OF_OWNER, (owner) => owner),
    createLimit('verificationsAtHost', OF_OWNER_AT_HOST, (owner, host) =>
      JSON.stringify([owner, host]),
    ),
    this.#unconfirmed,
  ];

  /**
   * Counts a verification before it is sent.
   *
   * @returns The reached limit; `undefined` if the verification may be sent.
   */
  take(owner: string, host: string): ReachedLimit | undefined {
    for (const { name, counts, toKey } of this.#limits) {
      const retryAfterMs = counts.add(toKey(owner, host));
      if (retryAfterMs !== undefined) return { limit: name, max: counts.points, retryAfterMs };
    }
    return undefined;
  }

  /** Removes a verification from the common count, since an endpoint of the host confirmed it. */
  confirm(owner: string, host: string): void {
    const { counts, toKey } = this.#unconfirmed;
    counts.remove(toKey(owner, host));
  }
}
