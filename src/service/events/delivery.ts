/** The Activities of a subscription, without Temporal: they deliver events to an endpoint, one attempt per call. */
import { isConfiguringOwner } from '../../core/event/configured-webhook.js';
import type {
  DeliveryFailure,
  DeliveryTarget,
  PostedEvent,
  PostEventInput,
  WatchedEvents,
  WatchEventsInput,
} from '../../core/event/event-delivery.js';
import type { WebhookReply, WebhookSender, WebhookTarget } from '../../core/event/webhook.js';
import type { Observer } from '../../core/observer.js';
import { toJson } from '../../core/value/exact-json.js';

import type { EventCursors } from './event-cursors.js';
import { EventErrorName, type EventErrors } from './event-errors.js';
import { NewsWait } from './push-events.js';
import type { Endpoint, SealedEndpoints } from './sealed-endpoints.js';
import type { EventType } from './types/event-type.js';
import type { News } from './types/task-news.js';

/** Time for an endpoint to answer, in milliseconds. */
const REPLY_MS = 5_000;
/** Interval between reads of all owners' tasks, in milliseconds. No news announce their events. */
const LOOK_AT_ALL_MS = 2_000;

/** The parts for events of all owners, which the configuration requests. */
export interface DeliveryOfAll {
  readonly types: ReadonlyMap<string, EventType>;
  /** Makes a sender for an endpoint of the operator. */
  readonly senderTo: (endpoint: Endpoint) => WebhookSender;
}

export interface DeliveryOptions {
  readonly types: ReadonlyMap<string, EventType>;
  readonly cursors: EventCursors;
  readonly endpoints: SealedEndpoints;
  readonly sender: WebhookSender;
  readonly news: News;
  readonly errors: EventErrors;
  /** Absent: no webhooks are configured. */
  readonly ofAll?: DeliveryOfAll | undefined;
  readonly observer?: Pick<Observer, 'attempted' | 'eventTold'> | undefined;
}

/** The error of a failed attempt that should be repeated. */
export class DeliveryRetryError extends Error {
  override readonly name = 'DeliveryRetryError';
  readonly reason: DeliveryFailure;
  readonly retryAfterMs: number | undefined;

  constructor(reason: DeliveryFailure, retryAfterMs?: number) {
    super(reason);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

const GONE = 410;
const TOO_LARGE = 413;

/** The kind of failure of a reply that does not accept the message. */
export function toFailure(reply: WebhookReply): DeliveryFailure {
  if (reply.kind === 'failed') return reply.reason;
  return reply.status >= 500 ? 'http_5xx' : 'http_4xx';
}

/** Finds and delivers the events of subscriptions. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #waits = new Set<NewsWait>();
  #hasEnded = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Ends all waits, also later ones, with the events found so far. The Workflow then asks again. */
  end(): void {
    this.#hasEnded = true;
    for (const wait of this.#waits) wait.notice();
  }

  /**
   * Waits for events after a position.
   *
   * @param signal Ends the wait; the result has the events found so far.
   * @throws {TaskError} If tasks cannot be read at the moment.
   */
  async watchEvents(input: WatchEventsInput, signal: AbortSignal): Promise<WatchedEvents> {
    const { types, endpoints, errors, news, ofAll } = this.#options;
    const endpoint = await endpoints.open(input.id, input.sealed);
    if (!endpoint) return { kind: 'locked' };
    const { owner } = endpoint;
    const isOfAll = isConfiguringOwner(owner);
    const type = (isOfAll ? ofAll?.types : types)?.get(input.name);
    if (!type) {
      // Another process may still have this event in its configuration.
      if (isOfAll) return { kind: 'locked' };
      const { code, message, data } = errors(EventErrorName.notFound, { kind: 'event' });
      return { kind: 'terminated', error: { code, message, data } };
    }
    const wait = new NewsWait(signal);
    this.#waits.add(wait);
    const unsubscribe = isOfAll ? () => undefined : news.subscribe(owner, type.news, wait.notice);
    const untilMs = Date.now() + input.waitMs;
    try {
      for (let { position } = input; ;) {
        const scope = { owner, arguments: input.arguments };
        const reading = await type.read(scope, position, { limit: input.limit });
        position = reading.position;
        const isDone = reading.occurrences.length > 0 || reading.truncated || reading.isOver;
        if (isDone || this.#hasEnded || signal.aborted || Date.now() >= untilMs) {
          return await this.#toWatched(owner, type, reading);
        }
        const patienceMs = isOfAll ? LOOK_AT_ALL_MS : news.patienceMs(type.news);
        await wait.next(Math.min(patienceMs, untilMs - Date.now()), reading.isBehind);
      }
    } finally {
      unsubscribe();
      this.#waits.delete(wait);
    }
  }

  /**
   * Makes one attempt.
   *
   * @param attempt Number of the attempt, from 1.
   * @throws {DeliveryRetryError} If the attempt should be repeated.
   */
  async postEvent(input: PostEventInput, attempt: number): Promise<PostedEvent> {
    const opened = await this.#openTarget(input);
    if (!opened) return { kind: 'locked' };
    const { messageId, body } = input;
    const reply = await opened.sender.send(
      opened.target,
      { messageId, body: toJson(body) },
      { timeoutMs: REPLY_MS },
    );
    if (reply.kind === 'replied') {
      const { status } = reply;
      if (status >= 200 && status < 300) {
        this.#observeAccepted(body);
        return { kind: 'accepted', attempts: attempt };
      }
      if (status === GONE || status === TOO_LARGE) {
        this.#options.observer?.attempted?.('refused');
        return { kind: 'refused', attempts: attempt, reason: toFailure(reply) };
      }
    }
    const failure = toFailure(reply);
    this.#options.observer?.attempted?.(failure);
    throw new DeliveryRetryError(
      failure,
      reply.kind === 'replied' ? reply.retryAfterMs : undefined,
    );
  }

  /** Observes an accepted event. Messages without a time are about the subscription and do not count. */
  #observeAccepted({ name, timestamp }: PostEventInput['body']): void {
    const { observer } = this.#options;
    observer?.attempted?.('accepted');
    if (typeof name !== 'string' || typeof timestamp !== 'string') return;
    observer?.eventTold?.({ name, timestamp, delivery: 'webhook' });
  }

  async #openTarget({
    id,
    sealed,
    previousSealed,
  }: DeliveryTarget): Promise<
    { readonly target: WebhookTarget; readonly sender: WebhookSender } | undefined
  > {
    const { endpoints, ofAll } = this.#options;
    const endpoint = await endpoints.open(id, sealed);
    if (!endpoint) return undefined;
    const previous =
      previousSealed === undefined ? undefined : await endpoints.open(id, previousSealed);
    const secrets = [endpoint.secret, ...(previous ? [previous.secret] : [])];
    const { url, headers } = endpoint;
    const target = { id, url, secrets: [...new Set(secrets)], ...(headers && { headers }) };
    const isOfAll = isConfiguringOwner(endpoint.owner);
    const sender = isOfAll ? ofAll?.senderTo(endpoint) : this.#options.sender;
    return sender && { target, sender };
  }

  async #toWatched(
    owner: string,
    { name }: EventType,
    reading: Awaited<ReturnType<EventType['read']>>,
  ): Promise<WatchedEvents> {
    const { cursors } = this.#options;
    const { position, truncated, isOver } = reading;
    const pending = await Promise.all(
      reading.occurrences.map(async (one) => ({
        occurrence: { ...one.occurrence },
        cursor: await cursors.seal(owner, name, one.position),
      })),
    );
    const cursor = await cursors.seal(owner, name, position);
    return { kind: 'read', pending, position, cursor, truncated, isOver };
  }
}
