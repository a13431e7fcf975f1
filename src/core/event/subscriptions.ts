import type { SubscriptionActivation, SubscriptionStatus } from './event-delivery.js';

/** What tells a subscription from all others. Each part of it is for ever. */
export interface SubscriptionKey {
  readonly owner: string;
  /** As it is posted to. */
  readonly url: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A subscription by its name. */
export interface FoundSubscription {
  /** The same for the same key, in every process and after every restart. */
  readonly id: string;
  /** Absent where it does not live. */
  readonly status?: SubscriptionStatus;
}

/**
 * Where subscriptions live: with Temporal, whether or not a Worker delivers for them now. Methods reject with a
 * `TaskError` as those of `Tasks` do.
 */
export interface SubscriptionStore {
  find(key: SubscriptionKey): Promise<FoundSubscription>;
  /** How many of an owner's live, as lists have them. */
  count(owner: string): Promise<number>;
  /** The IDs of an owner's that live, as lists have them: 1,000 at most. */
  list(owner: string): Promise<readonly string[]>;
  /** Begins a subscription or the refresh of one, under a name that has not been used. */
  reserve(key: SubscriptionKey, id: string, op: string): Promise<void>;
  /**
   * Grants what was reserved.
   *
   * @returns Whether it was still there.
   */
  activate(owner: string, id: string, activation: SubscriptionActivation): Promise<boolean>;
  /** A text that is the same for the same secret of a subscription, and says nothing else of it. */
  markOf(id: string, secret: string): Promise<string>;
  /** Ends a subscription, if it lives. */
  end(owner: string, id: string): Promise<void>;
}
