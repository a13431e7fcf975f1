import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';
import type { JsonRpcErrorObject } from '../../core/tool/tool-result.js';

import type { EventCursors } from './event-cursors.js';
import { type OpenSubscription, readSubscription } from './open-subscription.js';
import type { EventReading, Occurrence } from './types/event-type.js';
import type { News } from './types/task-news.js';

/** Interval of heartbeats, in milliseconds. Clients give a stream up after twice the 30 seconds of the SEP. */
const HEARTBEAT_MS = 15_000;
/** Interval of reads while a client is behind, in milliseconds. */
const BEHIND_MS = 100;
/** Interval after a failed read, in milliseconds. News end it earlier. */
const RETRY_MS = 5_000;
/** Maximum number of occurrences in one read. */
const BATCH = 50;

/** A message of a stream. The sender adds the ID of the request (SEP-3415 › Push-Based Delivery). */
export interface EventMessage {
  readonly method: `notifications/events/${'active' | 'event' | 'heartbeat' | 'error'}`;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The receiver of events. Its signal ends the stream. */
export interface EventSink {
  /** Resolves when the client can take more messages. */
  readonly send: (message: EventMessage) => Promise<void>;
  readonly signal: AbortSignal;
  /** Turns a failed read into the error for the client. */
  readonly toError: (error: unknown) => JsonRpcErrorObject;
}

export interface PushOptions {
  readonly cursors: EventCursors;
  readonly news: News;
  readonly logger?: Logger | undefined;
  readonly observer?: Pick<Observer, 'eventTold'> | undefined;
}

/** Waits for news, for a limited time. */
export class NewsWait {
  readonly signal: AbortSignal;
  #wake: (() => void) | undefined;
  #hasNews = false;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  readonly notice = (): void => {
    this.#hasNews = true;
    this.#wake?.();
  };

  /** Resolves with news, after a maximum time, or when the signal fires. After an incomplete read it resolves soon. */
  async next(patienceMs: number, isBehind = false): Promise<void> {
    if (isBehind) await this.#sleep(BEHIND_MS, false);
    else if (!this.#hasNews) await this.#sleep(patienceMs, true);
    this.#hasNews = false;
  }

  async #sleep(ms: number, endsWithNews: boolean): Promise<void> {
    if (this.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.signal.addEventListener('abort', end, { once: true });
      if (endsWithNews) this.#wake = end;
    });
  }
}

/** The stream of one subscription. */
class Push {
  readonly #sink: EventSink;
  readonly #options: PushOptions;
  readonly #beganAtMs = Date.now();
  #current: OpenSubscription;

  constructor(subscription: OpenSubscription, sink: EventSink, options: PushOptions) {
    this.#current = subscription;
    this.#sink = sink;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal } = this.#sink;
    const { type, scope } = this.#current;
    const { news } = this.#options;
    const wait = new NewsWait(signal);
    await this.#tell('active', { truncated: this.#current.truncated });
    const unsubscribe = news.subscribe(scope.owner, type.news, wait.notice);
    const heartbeat = setInterval(() => void this.#tell('heartbeat', {}), HEARTBEAT_MS);
    try {
      while (!signal.aborted) {
        const reading = await this.#look();
        if (reading?.isOver) return;
        if (reading?.hasMore) continue;
        await wait.next(reading ? news.patienceMs(type.news) : RETRY_MS, reading?.isBehind);
      }
    } finally {
      clearInterval(heartbeat);
      unsubscribe();
    }
  }

  /** @returns `undefined` if the read has failed. */
  async #look(): Promise<EventReading | undefined> {
    try {
      const reading = await readSubscription(this.#current, { limit: BATCH });
      if (reading.truncated) await this.#tell('active', { truncated: true });
      for (const { occurrence, position } of reading.occurrences) {
        this.#moveTo(position);
        await this.#tell('event', { ...occurrence });
        this.#observe(occurrence);
      }
      this.#moveTo(reading.position);
      return reading;
    } catch (error) {
      this.#options.logger?.warn({ err: error }, 'Events could not be looked up');
      await this.#send('error', { error: this.#sink.toError(error) });
      return undefined;
    }
  }

  /** Observes an event. Older events than the stream do not count as late, since the client asked for them later. */
  #observe({ name, timestamp }: Occurrence): void {
    if (Date.parse(timestamp) < this.#beganAtMs || this.#sink.signal.aborted) return;
    this.#options.observer?.eventTold?.({ name, timestamp, delivery: 'push' });
  }

  #moveTo(position: OpenSubscription['position']): void {
    // The maximum age applies to the first read only.
    this.#current = { ...this.#current, position, maxAgeMs: undefined };
  }

  async #tell(
    what: 'active' | 'event' | 'heartbeat',
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { type, scope, position } = this.#current;
    const cursor = await this.#options.cursors.seal(scope.owner, type.name, position);
    await this.#send(what, { ...params, cursor });
  }

  async #send(
    what: 'active' | 'event' | 'heartbeat' | 'error',
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (this.#sink.signal.aborted) return;
    // A failed send means that the client has gone; the signal then ends the stream.
    await this.#sink
      .send({ method: `notifications/events/${what}`, params })
      .catch(() => undefined);
  }
}

/** Sends a subscription's events until the signal fires or no event can follow. Never rejects. */
export async function pushEvents(
  subscription: OpenSubscription,
  sink: EventSink,
  options: PushOptions,
): Promise<void> {
  await new Push(subscription, sink, options).run();
}
