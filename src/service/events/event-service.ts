/** MCP Events (SEP-3415) over every transport. One object of a server serves every generation. */
import type { EventSettings } from '../../core/event/event-settings.js';
import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';
import type { Caller } from '../../core/person/caller.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { invalidParams, parseParams } from '../../core/value/request-params.js';

import { EventCursors } from './event-cursors.js';
import { eventErrors, EventErrorName } from './event-errors.js';
import { parseEventRequest, readCount } from './event-request.js';
import { type OpenOptions, openSubscription, readOn } from './open-subscription.js';
import { type EventSink, pushEvents } from './push-events.js';
import { createEventTypes } from './types/create-event-types.js';
import { EventDelivery, type EventType, type Occurrence } from './types/event-type.js';
import type { StatusOf } from './types/task-facts.js';
import { TaskNews } from './types/task-news.js';
import {
  type SubscribedEvents,
  type WebhookOptions,
  WebhookSubscriptions,
} from './webhook-subscriptions.js';

const DEFAULT_MAX_EVENTS = 100;
const MAX_EVENTS = 200;
/** Maximum number of open streams of one owner. */
const MAX_STREAMS = 10;
/** Suggested time until the next poll, in milliseconds. */
const NEXT_POLL_MS = 2_000;
const NEXT_POLL_SOON_MS = 1_000;

export interface EventServiceOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly settings: EventSettings;
  readonly canList: boolean;
  readonly statusOf: StatusOf;
  /** Absent: the server delivers no events to endpoints. */
  readonly webhooks?: WebhookOptions | undefined;
  readonly logger?: Logger | undefined;
  readonly observer?: Observer | undefined;
}

/** An entry of `events` in a list. */
export interface ListedEvent {
  readonly name: string;
  readonly description: string;
  readonly delivery: readonly EventDelivery[];
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly payloadSchema: Readonly<Record<string, unknown>>;
}

/** Result of `events/poll`. */
export interface PolledEvents {
  readonly events: readonly (Occurrence & { readonly cursor: string })[];
  readonly cursor: string;
  readonly truncated: boolean;
  readonly hasMore: boolean;
  readonly nextPollMs: number;
}

/** A stream that is ready to begin. */
export interface EventStream {
  /** Sends events until the client leaves, the server ends the stream, or no event can follow. Never rejects. */
  readonly run: (sink: EventSink) => Promise<void>;
}

/** The methods of the extension. Each takes raw `params`, and throws the error for its reply. */
export interface Events {
  readonly list: (params: unknown, caller: Caller) => { readonly events: ListedEvent[] };
  readonly poll: (params: unknown, caller: Caller) => Promise<PolledEvents>;
  /** Checks the parameters, so that errors come before a stream begins. */
  readonly openStream: (params: unknown, caller: Caller) => Promise<EventStream>;
  readonly subscribe: (params: unknown, caller: Caller) => Promise<SubscribedEvents>;
  readonly unsubscribe: (params: unknown, caller: Caller) => Promise<Record<string, never>>;
  /** Ends all streams, also those that begin later, so that clients go on at another process. */
  readonly end: () => void;
}

/** The listing of an event type, with the offered deliveries. */
function toListed(type: EventType, offered: readonly EventDelivery[]): ListedEvent {
  const { name, description, inputSchema, payloadSchema, deliveries } = type;
  const delivery = deliveries.filter((one) => offered.includes(one));
  return { name, description, delivery, inputSchema, payloadSchema };
}

/** Makes the events of a server. */
export function createEvents(options: EventServiceOptions): Events {
  return new EventService(options);
}

class EventService implements Events {
  readonly #options: EventServiceOptions;
  readonly #types: ReadonlyMap<string, EventType>;
  readonly #open: OpenOptions;
  readonly #news: TaskNews;
  readonly #webhooks: WebhookSubscriptions | undefined;
  /** Ends open streams, by owner. */
  readonly #streams = new Map<string, Set<AbortController>>();
  #hasEnded = false;

  constructor(options: EventServiceOptions) {
    const { tasks, sealer, canList } = options;
    this.#options = options;
    this.#types = createEventTypes(options);
    this.#news = new TaskNews(tasks);
    this.#open = { tasks, canList, errors: eventErrors, cursors: new EventCursors(sealer) };
    const { webhooks } = options;
    this.#webhooks = webhooks && new WebhookSubscriptions(webhooks, this.#open);
  }

  list(params: unknown, { owner }: Caller): { readonly events: ListedEvent[] } {
    const { cursor } = parseParams(params ?? {});
    if (cursor !== undefined) throw invalidParams('"cursor" is none: the list has one page.');
    const hasWebhooks = this.#webhooks?.isFor(owner) === true;
    const { webhook, push, poll } = EventDelivery;
    const offered = [...(hasWebhooks ? [webhook] : []), push, poll];
    return { events: Array.from(this.#types.values(), (type) => toListed(type, offered)) };
  }

  async poll(params: unknown, caller: Caller): Promise<PolledEvents> {
    const { errors, cursors } = this.#open;
    const request = parseEventRequest(params, this.#types, errors);
    const asked = readCount(parseParams(params), 'maxEvents') ?? DEFAULT_MAX_EVENTS;
    const subscription = await openSubscription(request, caller, this.#open);
    const seal = async (position: Readonly<Record<string, unknown>>): Promise<string> =>
      cursors.seal(caller.owner, request.type.name, position);
    const { truncated, position } = subscription;
    if (request.cursor === undefined || truncated) {
      const cursor = await seal(position);
      return { events: [], cursor, truncated, hasMore: false, nextPollMs: NEXT_POLL_MS };
    }
    const reading = await readOn(subscription, { limit: Math.min(asked, MAX_EVENTS) });
    const { hasMore } = reading;
    return {
      events: await Promise.all(
        reading.occurrences.map(async (one) => ({
          ...one.occurrence,
          cursor: await seal(one.position),
        })),
      ),
      cursor: await seal(reading.position),
      truncated: reading.truncated,
      hasMore,
      nextPollMs: hasMore ? NEXT_POLL_SOON_MS : NEXT_POLL_MS,
    };
  }

  async openStream(params: unknown, caller: Caller): Promise<EventStream> {
    const { errors, cursors } = this.#open;
    const request = parseEventRequest(params, this.#types, errors);
    const subscription = await openSubscription(request, caller, this.#open);
    return {
      run: async (sink) => {
        const stream = this.#begin(caller.owner);
        const end = (): void => {
          stream.abort();
        };
        sink.signal.addEventListener('abort', end);
        if (sink.signal.aborted) end();
        const { logger, observer } = this.#options;
        const options = { cursors, news: this.#news, logger, observer };
        try {
          await pushEvents(subscription, { ...sink, signal: stream.signal }, options);
        } finally {
          sink.signal.removeEventListener('abort', end);
          this.#forget(caller.owner, stream);
        }
      },
    };
  }

  async subscribe(params: unknown, { owner }: Caller): Promise<SubscribedEvents> {
    const request = parseEventRequest(params, this.#types, this.#open.errors);
    return this.#requireWebhooks().subscribe(request, parseParams(params), owner);
  }

  async unsubscribe(params: unknown, { owner }: Caller): Promise<Record<string, never>> {
    return this.#requireWebhooks().unsubscribe(params, owner);
  }

  /** @throws {JsonRpcError} `Unsupported` without webhooks. */
  #requireWebhooks(): WebhookSubscriptions {
    if (this.#webhooks) return this.#webhooks;
    const { errors } = this.#open;
    throw errors(EventErrorName.unsupported, { feature: 'deliveryMode', value: 'webhook' });
  }

  end(): void {
    this.#hasEnded = true;
    for (const streams of this.#streams.values()) for (const one of streams) one.abort();
  }

  /** @throws {JsonRpcError} `ResourceExhausted` if the owner has too many streams. */
  #begin(owner: string): AbortController {
    const streams = this.#streams.get(owner) ?? new Set();
    if (streams.size >= MAX_STREAMS) {
      const { errors } = this.#open;
      throw errors(EventErrorName.resourceExhausted, { limit: 'streams', max: MAX_STREAMS });
    }
    const stream = new AbortController();
    this.#streams.set(owner, streams.add(stream));
    if (this.#hasEnded) stream.abort();
    return stream;
  }

  #forget(owner: string, stream: AbortController): void {
    const streams = this.#streams.get(owner);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(owner);
  }
}
