/**
 * What the server, and the Worker of this package that delivers events, agree on: one Workflow Execution a subscription,
 * which learns of events by one Activity and brings them by another.
 *
 * Subscriptions may be open while either side is upgraded, so names stay and shapes change by addition only.
 */

/**
 * Task Queue of deliveries, in the namespace of the server. Servers with other secrets have other ones: none could open what
 * another has sealed.
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
/** Signal that announces an activation, so that older ones come to nothing. Payload: {@link SubscriptionReservation}. */
export const RESERVE_SIGNAL = 'mcp.subscription.reserve';
/** Signal that grants a lifetime. Payload: {@link SubscriptionActivation}. */
export const ACTIVATE_SIGNAL = 'mcp.subscription.activate';
/** Signal that ends it. */
export const END_SIGNAL = 'mcp.subscription.end';

const SUBSCRIPTION_PREFIX = 'mcpsub-';

/** What the Workflow ID of every subscription of an owner starts with. It is no task ID, and starts like none. */
export function toSubscriptionPrefix(ownerTag: string): string {
  return `${SUBSCRIPTION_PREFIX}${ownerTag}-`;
}

/** Any JSON object. */
type Json = Readonly<Record<string, unknown>>;

/** Announces an activation by a name of its own. */
export interface SubscriptionReservation {
  readonly op: string;
}

/** Grants a subscription its lifetime, anew each time. Counts only where no other reservation came after its own. */
export interface SubscriptionActivation extends SubscriptionReservation {
  /** URL, secret and owner, sealed for this subscription. */
  readonly sealed: string;
  /** The same for the same secret; says nothing else of it. */
  readonly secretMark: string;
  /** Until when it is granted, in milliseconds since the epoch. */
  readonly expiresAtMs: number;
  /** Where a subscription that does not live begins. */
  readonly position: Json;
  /** The same as clients carry it. */
  readonly cursor: string;
}

/** An occurrence that has to be brought to the endpoint. */
export interface PendingDelivery {
  readonly occurrence: Json;
  /** Where a client stands that has this one and all before it. */
  readonly cursor: string;
  /** The cursor of its body, once an attempt was made. */
  readonly told?: string;
}

/** What became of attempts in one minute. */
export interface AttemptCount {
  readonly minute: number;
  readonly made: number;
  readonly failed: number;
}

/** All that a subscription knows, at its start and when it continues as new. */
export interface SubscriptionState {
  readonly version: 1;
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
  readonly op?: string;
  readonly sealed?: string;
  readonly secretMark?: string;
  /** The endpoint's address as it was sealed before the last refresh, for receivers that still have the secret in it. */
  readonly previous?: { readonly sealed: string; readonly untilMs: number };
  readonly expiresAtMs?: number;
  readonly position?: Json;
  /** Of everything that was told or given up. */
  readonly cursor?: string;
  readonly pending?: readonly PendingDelivery[];
  /** Whether no more can come. */
  readonly isOver?: boolean;
  readonly status?: SubscriptionStatus;
  readonly attempts?: readonly AttemptCount[];
  /** Whether the endpoint has yet to hear that events were lost. */
  readonly owesGap?: boolean;
  /** Deliveries at the same time. Absent: 5, in a run that an earlier version has started. */
  readonly deliveriesAtOnce?: number;
}

/** Deliveries of one subscription at the same time: with 5, the last of 200 tasks that end at once was told after 7 s. */
export const DELIVERIES_AT_ONCE = 20;

/** What is known of a subscription without asking it. Instants are ISO 8601. */
export interface SubscriptionStatus {
  readonly version: 1;
  /** Whether events are delivered; not before it was granted, and not while it is suspended. */
  readonly active: boolean;
  /** Whether its endpoint was verified: it was granted once. */
  readonly verified: boolean;
  readonly cursor: string | null;
  /** Whether events were lost since the last refresh. */
  readonly truncated: boolean;
  readonly lastDeliveryAt?: string;
  readonly lastError: string | null;
  readonly failedSince?: string;
}

/** What is known of one that nobody has granted yet, or whose Worker has yet to come. */
export const UNGRANTED: SubscriptionStatus = {
  version: 1,
  active: false,
  verified: false,
  cursor: null,
  truncated: false,
  lastError: null,
};

/** Whose endpoint, of which subscription. */
export interface DeliveryTarget {
  readonly id: string;
  readonly sealed: string;
  /** As it was sealed before, while receivers may still have the secret in it. */
  readonly previousSealed?: string;
}

/** The argument of {@link DeliveryActivities.watchEvents}. */
export interface WatchEventsInput extends DeliveryTarget {
  readonly name: string;
  readonly arguments: Json;
  readonly position: Json;
  /** Occurrences at most. */
  readonly limit: number;
  /** How long it may take until there is one, in milliseconds. */
  readonly waitMs: number;
}

/**
 * - `read`: what has happened, possibly nothing
 * - `locked`: what was sealed cannot be opened any more, until the next refresh brings it again
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

/** What came of it: `refused` ends this delivery, and no other. */
export type PostedEvent =
  | { readonly kind: 'accepted'; readonly attempts: number }
  | { readonly kind: 'refused'; readonly attempts: number; readonly reason: string }
  | { readonly kind: 'locked' };

/** The Activities of subscriptions. */
export interface DeliveryActivities {
  /** Waits for events after a position. May be repeated any number of times. */
  watchEvents(input: WatchEventsInput): Promise<WatchedEvents>;
  /** Sends one message. Fails with a category of failure as its type when it should be tried again. */
  postEvent(input: PostEventInput): Promise<PostedEvent>;
}

/** What may be told of a failed delivery (SEP-3415 › Webhook delivery status). */
export const DELIVERY_FAILURES = [
  'connection_refused',
  'timeout',
  'tls_error',
  'http_4xx',
  'http_5xx',
  'challenge_failed',
] as const;
/** One of them. */
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
