import type { SubscriptionActivation, SubscriptionStatus } from './event-delivery.js';

/** The identity of a subscription. Its parts do not change. */
export interface SubscriptionKey {
  readonly owner: string;
  readonly url: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a look-up. */
export interface FoundSubscription {
  /** Equal for equal keys, in every process and after every restart. */
  readonly id: string;
  /** Absent if the subscription is not live. */
  readonly status?: SubscriptionStatus;
}

/**
 * The store of subscriptions in Temporal. It needs no delivering Worker. Methods reject with a `TaskError`, like those
 * of `Tasks`.
 */
export interface SubscriptionStore {
  find(key: SubscriptionKey): Promise<FoundSubscription>;
  /** Counts an owner's live subscriptions, as of Temporal's lists. */
  count(owner: string): Promise<number>;
  /** The IDs of an owner's live subscriptions, as of Temporal's lists: 1,000 at most. */
  list(owner: string): Promise<readonly string[]>;
  /** Announces a new subscription or a refresh, with a new `op`. */
  reserve(key: SubscriptionKey, id: string, op: string): Promise<void>;
  /**
   * Grants a reservation.
   *
   * @returns `false` if the reservation no longer exists.
   */
  activate(owner: string, id: string, activation: SubscriptionActivation): Promise<boolean>;
  /** A text that is equal for equal secrets of a subscription and does not reveal them. */
  markOf(id: string, secret: string): Promise<string>;
  /** Ends a subscription, if it is live. */
  end(owner: string, id: string): Promise<void>;
}
