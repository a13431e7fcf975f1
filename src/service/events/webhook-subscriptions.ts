/** Carries out `events/subscribe` and `events/unsubscribe`. */
import { LRUCache } from 'lru-cache';

import type { SubscriptionStatus } from '../../core/event/event-delivery.js';
import type { SubscriptionKey, SubscriptionStore } from '../../core/event/subscriptions.js';
import type { WebhookSender } from '../../core/event/webhook.js';
import { isRecord } from '../../core/value/is-record.js';
import { invalidParams, parseParams } from '../../core/value/request-params.js';

import { EventErrorName, type EventErrors } from './event-errors.js';
import { type EventRequest, parseEventName } from './event-request.js';
import { type OpenOptions, openSubscription } from './open-subscription.js';
import type { SealedEndpoints } from './sealed-endpoints.js';
import {
  parseDelivery,
  parseEndedUrl,
  type RequestedDelivery,
  toGrantedMs,
} from './subscribe-request.js';
import { EventDelivery } from './types/event-type.js';
import { VerificationLimits } from './verification-limits.js';
import { verifyEndpoint } from './verify-endpoint.js';

/** Maximum number of subscriptions of one owner. */
const MAX_SUBSCRIPTIONS = 20;
/** Time for which an endpoint's consent holds for an owner, in milliseconds. */
const VERIFIED_MS = 60 * 60_000;
const MAX_VERIFIED = 10_000;

export interface WebhookOptions {
  readonly store: SubscriptionStore;
  readonly endpoints: SealedEndpoints;
  readonly sender: WebhookSender;
  /** Returns true if the owner is an authenticated principal. */
  readonly isPrincipal: (owner: string) => boolean;
}

/** Result of `events/subscribe`. */
export interface SubscribedEvents {
  readonly id: string;
  readonly refreshBefore: string;
  readonly cursor: string | null;
  readonly truncated: boolean;
  /** Present in the answer to a refresh. */
  readonly deliveryStatus?: Readonly<Record<string, unknown>>;
}

function toDeliveryStatus({
  active,
  lastDeliveryAt,
  lastError,
  failedSince,
}: SubscriptionStatus): Readonly<Record<string, unknown>> {
  return {
    active,
    ...(lastDeliveryAt !== undefined && { lastDeliveryAt }),
    lastError,
    ...(failedSince !== undefined && { failedSince }),
  };
}

/** Subscriptions that deliver to endpoints. */
export class WebhookSubscriptions {
  readonly #options: WebhookOptions;
  readonly #open: OpenOptions;
  readonly #errors: EventErrors;
  readonly #limits = new VerificationLimits();
  /** Consents by owner and URL: one owner's consent does not count for another owner. */
  readonly #verified = new LRUCache<string, true>({ max: MAX_VERIFIED, ttl: VERIFIED_MS });

  constructor(options: WebhookOptions, open: OpenOptions) {
    this.#options = options;
    this.#open = open;
    this.#errors = open.errors;
  }

  isFor(owner: string): boolean {
    return this.#options.isPrincipal(owner);
  }

  /**
   * Subscribes, or refreshes a subscription. The server sends no request before it has checked the caller's access.
   *
   * @throws {JsonRpcError} `Forbidden`, `Unsupported`, `ResourceExhausted`, `NotFound`, or `CallbackEndpointError` if
   * the endpoint does not want the events.
   */
  async subscribe(
    request: EventRequest,
    params: Readonly<Record<string, unknown>>,
    owner: string,
  ): Promise<SubscribedEvents> {
    this.#assertPrincipal(owner);
    const { store, sender, endpoints } = this.#options;
    const delivery = parseDelivery(params, { sender, errors: this.#errors });
    const { type, arguments: args } = request;
    if (!type.deliveries.includes(EventDelivery.webhook)) {
      throw this.#errors(EventErrorName.unsupported, { feature: 'deliveryMode', value: 'webhook' });
    }
    const key = { owner, url: delivery.url, name: type.name, arguments: { ...args } };
    const { id, status } = await store.find(key);
    // A live subscription already counts; a new one must fit into the limit.
    const opened = status?.verified
      ? undefined
      : await openSubscription(request, { owner }, this.#open);
    if (!status) await this.#assertRoom(owner);
    const op = crypto.randomUUID();
    await store.reserve(key, id, op);
    if (!status?.verified) await this.#verify(owner, id, delivery);
    const position = opened?.position ?? (await type.start({ owner, arguments: args }));
    const cursor = await this.#open.cursors.seal(owner, type.name, position);
    const expiresAtMs = Date.now() + toGrantedMs(params);
    const sealed = await endpoints.seal(id, { ...delivery, owner });
    const secretMark = await store.markOf(id, delivery.secret);
    const granted = { op, sealed, secretMark, expiresAtMs, position, cursor };
    const isTaken = await store.activate(owner, id, granted);
    if (!isTaken) throw this.#errors(EventErrorName.notFound, { kind: 'subscription' });
    return {
      id,
      refreshBefore: new Date(expiresAtMs).toISOString(),
      cursor: status?.cursor ?? cursor,
      truncated: opened?.truncated ?? status?.truncated ?? false,
      ...(status?.verified && { deliveryStatus: toDeliveryStatus(status) }),
    };
  }

  /** Ends a subscription. An unknown one gives no error, so callers learn nothing about other subscriptions. */
  async unsubscribe(params: unknown, owner: string): Promise<Record<string, never>> {
    this.#assertPrincipal(owner);
    const { arguments: args = {}, ...rest } = parseParams(params);
    if (!isRecord(args)) throw invalidParams('"arguments" must be an object.');
    const name = parseEventName(rest);
    const key: SubscriptionKey = { owner, url: parseEndedUrl(rest), name, arguments: args };
    const { id, status } = await this.#options.store.find(key);
    if (status) await this.#options.store.end(owner, id);
    return {};
  }

  #assertPrincipal(owner: string): void {
    if (this.isFor(owner)) return;
    const reason = 'Webhooks are for clients that authenticate themselves.';
    throw this.#errors(EventErrorName.forbidden, { reason });
  }

  async #assertRoom(owner: string): Promise<void> {
    if ((await this.#options.store.count(owner)) < MAX_SUBSCRIPTIONS) return;
    const data = { limit: 'subscriptions', max: MAX_SUBSCRIPTIONS };
    throw this.#errors(EventErrorName.resourceExhausted, data);
  }

  async #verify(owner: string, id: string, { url, secret }: RequestedDelivery): Promise<void> {
    const verified = JSON.stringify([owner, url]);
    if (this.#verified.has(verified)) return;
    const { host } = new URL(url);
    const reached = this.#limits.take(owner, host);
    if (reached) throw this.#errors(EventErrorName.resourceExhausted, { ...reached });
    const reason = await verifyEndpoint(this.#options.sender, { id, url, secrets: [secret] });
    if (reason === undefined) {
      this.#limits.confirm(owner, host);
      this.#verified.set(verified, true);
      return;
    }
    // The reservation expires by itself. Until then it counts as one of the owner's subscriptions.
    throw this.#errors(EventErrorName.callbackEndpointError, { reason });
  }
}
