import type { SubscriptionActivation, SubscriptionStatus } from './event-delivery.js';

/** The identity of a subscription. Its parts never change. */
export interface SubscriptionKey {
  readonly owner: string;
  readonly url: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A subscription by its name. */
export interface FoundSubscription {
  /** The same for the same key, in every process and after every restart. */
  readonly id: string;
  /** Absent if it does not live. */
  readonly status?: SubscriptionStatus;
}

/**
 * The store of subscriptions in Temporal, with or without a delivering Worker. Methods reject with a `TaskError` as
 * those of `Tasks` do.
 */
export interface SubscriptionStore {
  find(key: SubscriptionKey): Promise<FoundSubscription>;
  /** Counts an owner's live subscriptions, as of Temporal's lists. */
  count(owner: string): Promise<number>;
  /** The IDs of an owner's that live, as lists have them: 1,000 at most. */
  list(owner: string): Promise<readonly string[]>;
  /** Begins a subscription or the refresh of one, under a name that has not been used. */
  reserve(key: SubscriptionKey, id: string, op: string): Promise<void>;
  /**
   * Grants a reservation.
   *
   * @returns `false` if it is gone.
   */
  activate(owner: string, id: string, activation: SubscriptionActivation): Promise<boolean>;
  /** A text that is equal for equal secrets of a subscription and does not reveal them. */
  markOf(id: string, secret: string): Promise<string>;
  /** Ends a subscription, if it lives. */
  end(owner: string, id: string): Promise<void>;
}
