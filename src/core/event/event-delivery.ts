/**
 * The contract between the server and the delivering Worker. Each subscription is a Workflow Execution. One Activity
 * finds its events, and another delivers them.
 *
 * Subscriptions may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */

/**
 * Task Queue of deliveries, in the server's namespace. Servers with different secrets use different queues, since they
 * cannot open each other's sealed texts.
 *
 * @param tag A short hash of the secret.
 */
export function toDeliveryTaskQueue(tag: string): string {
  return `temporal-mcp-tasks-events-${tag}`;
}
/** Workflow Type of a subscription. Input: {@link SubscriptionState}. */
export const SUBSCRIPTION_WORKFLOW_TYPE = 'deliverEvents';
/** Memo key with a {@link SubscriptionStatus}. */
export const SUBSCRIPTION_MEMO_KEY = 'mcp.subscription';
/** Signal that announces an activation and cancels older announcements. Payload: {@link SubscriptionReservation}. */
export const RESERVE_SIGNAL = 'mcp.subscription.reserve';
/** Signal that grants a lifetime. Payload: {@link SubscriptionActivation}. */
export const ACTIVATE_SIGNAL = 'mcp.subscription.activate';
/** Signal that ends the subscription. */
export const END_SIGNAL = 'mcp.subscription.end';

const SUBSCRIPTION_PREFIX = 'mcpsub-';

/** Prefix of the Workflow IDs of an owner's subscriptions. It differs from that of task IDs. */
export function toSubscriptionPrefix(ownerTag: string): string {
  return `${SUBSCRIPTION_PREFIX}${ownerTag}-`;
}

type Json = Readonly<Record<string, unknown>>;

/** Announces an activation by its unique name. */
export interface SubscriptionReservation {
  readonly op: string;
}

/** Grants a subscription its lifetime, or extends it. It has no effect if a newer reservation exists. */
export interface SubscriptionActivation extends SubscriptionReservation {
  /** URL, secret and owner, sealed for this subscription. */
  readonly sealed: string;
  /** A mark that is equal for equal secrets and does not reveal them. */
  readonly secretMark: string;
  /** End of the lifetime, in milliseconds since the epoch. */
  readonly expiresAtMs: number;
  /** Start position, for a subscription that is not live yet. */
  readonly position: Json;
  /** The same position as a sealed cursor for clients. */
  readonly cursor: string;
}

/** An occurrence that still has to be delivered. */
export interface PendingDelivery {
  readonly occurrence: Json;
  /** The client's position after this event and all earlier ones. */
  readonly cursor: string;
  /** The cursor in the message's body, once an attempt was made. */
  readonly told?: string;
}

/** Attempts in one minute, by outcome. */
export interface AttemptCount {
  readonly minute: number;
  readonly made: number;
  readonly failed: number;
}

/** The state of a subscription, at its start and across continue-as-new. */
export interface SubscriptionState {
  readonly version: 1;
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
  readonly op?: string;
  readonly sealed?: string;
  readonly secretMark?: string;
  /** The endpoint as sealed before the last refresh. Receivers may still have its secret. */
  readonly previous?: { readonly sealed: string; readonly untilMs: number };
  readonly expiresAtMs?: number;
  readonly position?: Json;
  /** Position after all events that were delivered or given up. */
  readonly cursor?: string;
  readonly pending?: readonly PendingDelivery[];
  /** No event can follow. */
  readonly isOver?: boolean;
  readonly status?: SubscriptionStatus;
  readonly attempts?: readonly AttemptCount[];
  /** The endpoint must still be told that events were lost. */
  readonly owesGap?: boolean;
  /** Number of parallel deliveries. Absent: 5, in a run that an earlier version started. */
  readonly deliveriesAtOnce?: number;
}

/** Parallel deliveries of one subscription. With 5, the last of 200 simultaneous ends was delivered after 7 s. */
export const DELIVERIES_AT_ONCE = 20;

/** The status of a subscription, read without a message to its Workflow. Instants are ISO 8601. */
export interface SubscriptionStatus {
  readonly version: 1;
  /** The Worker delivers events: the subscription is granted and not suspended. */
  readonly active: boolean;
  /** The endpoint was verified: the subscription was granted once. */
  readonly verified: boolean;
  readonly cursor: string | null;
  /** Events were lost since the last refresh. */
  readonly truncated: boolean;
  readonly lastDeliveryAt?: string;
  readonly lastError: string | null;
  readonly failedSince?: string;
}

/** Status before a grant, or before its Worker runs. */
export const UNGRANTED: SubscriptionStatus = {
  version: 1,
  active: false,
  verified: false,
  cursor: null,
  truncated: false,
  lastError: null,
};

/** The endpoint of a subscription. */
export interface DeliveryTarget {
  readonly id: string;
  readonly sealed: string;
  /** The previous sealed secret, while receivers may still use it. */
  readonly previousSealed?: string;
}

/** The argument of {@link DeliveryActivities.watchEvents}. */
export interface WatchEventsInput extends DeliveryTarget {
  readonly name: string;
  readonly arguments: Json;
  readonly position: Json;
  /** Maximum number of occurrences. */
  readonly limit: number;
  /** Time to wait for an event, in milliseconds. */
  readonly waitMs: number;
}

/**
 * - `read`: the events, possibly none
 * - `locked`: the seal cannot be opened until the next refresh
 * - `terminated`: there are no such events any more
 */
export type WatchedEvents =
  | {
      readonly kind: 'read';
      readonly pending: readonly PendingDelivery[];
      readonly position: Json;
      readonly cursor: string;
      readonly truncated: boolean;
      readonly isOver: boolean;
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'terminated'; readonly error: Json };

/** The argument of {@link DeliveryActivities.postEvent}. */
export interface PostEventInput extends DeliveryTarget {
  /** Header `webhook-id`, the same for each attempt. */
  readonly messageId: string;
  /** The body, the same for each attempt. */
  readonly body: Json;
}

/** The outcome of a delivery. `refused` ends this delivery only. */
export type PostedEvent =
  | { readonly kind: 'accepted'; readonly attempts: number }
  | { readonly kind: 'refused'; readonly attempts: number; readonly reason: string }
  | { readonly kind: 'locked' };

/** The Activities of subscriptions. */
export interface DeliveryActivities {
  /** Waits for events after a position. May be repeated any number of times. */
  watchEvents(input: WatchEventsInput): Promise<WatchedEvents>;
  /**
   * Makes one attempt to deliver a message. To request another attempt, it fails with a {@link DeliveryFailure} as its
   * type.
   */
  postEvent(input: PostEventInput): Promise<PostedEvent>;
}

/** Reasons for a failed delivery that clients may see (SEP-3415 › Webhook delivery status). */
export type DeliveryFailure =
  'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx' | 'challenge_failed';
