import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  upsertMemo,
  uuid4,
} from '@temporalio/workflow';

import {
  type DeliveryActivities,
  type DeliveryTarget,
  type PendingDelivery,
  type PostedEvent,
  SUBSCRIPTION_MEMO_KEY,
  type SubscriptionActivation,
  type SubscriptionReservation,
  type SubscriptionState,
  type SubscriptionStatus,
  type WatchedEvents,
  UNGRANTED,
} from '../core/event-delivery.js';

import { countAttempts, isHopeless } from './attempt-counts.js';

/** How long one wait for events takes, in milliseconds: each takes six events of history. */
const WATCH_MS = 5 * 60_000;
/** Occurrences of one wait. */
const BATCH = 20;
/** Deliveries at the same time. */
const MAX_IN_FLIGHT = 5;
/** With so many undone no more are fetched: Temporal keeps them. */
const MAX_PENDING = 50;
/** How long the secret before a refresh goes on to sign, in milliseconds. */
const OLD_SECRET_MS = 5 * 60_000;
/** 2, 14, 98 and 600 seconds: five attempts in twelve minutes, and longer where no Worker is there to make them. */
const MAX_ATTEMPTS = 5;

const { watchEvents } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: WATCH_MS + 60_000,
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

const { postEvent } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: {
    initialInterval: '2 seconds',
    backoffCoefficient: 7,
    maximumInterval: '10 minutes',
    maximumAttempts: MAX_ATTEMPTS,
  },
});

/** Control messages are worth little effort: a client that has never heard of them refuses them. */
const { postEvent: postControl } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '2 seconds', maximumAttempts: 2 },
});

function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure ? (cause.type ?? 'timeout') : 'timeout';
}

/** A delivery that has been fetched and is not done. */
interface Undone extends PendingDelivery {
  readonly before: string;
}

/** What a subscription does with what it is told; the Workflow around it decides when. */
export class Subscription {
  #state: SubscriptionState;
  #status: SubscriptionStatus;
  #shown: string;
  /** In the order in which they happened. The first {@link #inFlight} of them may be under way. */
  readonly #undone: Undone[] = [];
  readonly #inFlight = new Set<Undone>();
  #watching: CancellationScope | undefined;
  #isEnded = false;
  #isLocked = false;
  #version = 0;
  #isWindingUp = false;

  constructor(state: SubscriptionState) {
    this.#state = state;
    this.#status = state.status ?? UNGRANTED;
    this.#shown = JSON.stringify(this.#status);
    for (const one of state.pending ?? []) this.#push(one);
  }

  /** Grows whenever there may be something to begin, or to show. */
  get version(): number {
    return this.#version;
  }

  get isActive(): boolean {
    return this.#status.active && !this.#isLocked;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get expiresAtMs(): number | undefined {
    return this.#state.expiresAtMs;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#watching === undefined;
  }

  /** Where to go on, for the next run. */
  get carried(): SubscriptionState {
    const pending = this.#undone.map(({ occurrence, cursor }) => ({ occurrence, cursor }));
    const cursor = this.#watermark();
    return {
      ...this.#state,
      ...(cursor !== undefined && { cursor }),
      ...{ pending, status: this.#status },
    };
  }

  reserve({ op }: SubscriptionReservation): void {
    this.#state = { ...this.#state, op };
    this.#version += 1;
  }

  activate({ op, position, cursor, ...granted }: SubscriptionActivation): void {
    if (op !== this.#state.op || this.#isEnded) return;
    const { sealed: old, secretMark: oldMark, position: known } = this.#state;
    const begins = known ? {} : { position, cursor };
    const isRenewed = old !== undefined && oldMark !== granted.secretMark;
    const previous = { sealed: old ?? '', untilMs: Date.now() + OLD_SECRET_MS };
    this.#state = {
      ...{ ...this.#state, ...begins, ...(isRenewed && { previous }) },
      ...{ ...granted, attempts: [] },
    };
    this.#isLocked = false;
    this.#status = { ...this.#status, active: true, verified: true, truncated: false };
    this.#version += 1;
  }

  end(): void {
    this.#isEnded = true;
    this.#version += 1;
  }

  /** Begins what can be begun. */
  proceed(): void {
    if (!this.isActive || this.#isWindingUp) return;
    for (const one of this.#undone) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) break;
      if (!this.#inFlight.has(one)) void this.#deliver(one);
    }
    const wantsMore = !this.#watching && this.#state.isOver !== true;
    if (wantsMore && this.#undone.length < MAX_PENDING) void this.#watch();
  }

  /** Lets this run come to its end: what is under way is finished, and no more is begun. */
  windUp(): void {
    this.#isWindingUp = true;
    this.#watching?.cancel();
  }

  /** Shows what has changed. */
  publish(): void {
    const status = { ...this.#status, cursor: this.#watermark() ?? null };
    const shown = JSON.stringify(status);
    if (shown === this.#shown) return;
    this.#shown = shown;
    upsertMemo({ [SUBSCRIPTION_MEMO_KEY]: status });
  }

  #push({ occurrence, cursor }: PendingDelivery): void {
    const before = this.#undone.at(-1)?.cursor ?? this.#state.cursor ?? '';
    this.#undone.push({ occurrence, cursor, before });
  }

  #watermark(): string | undefined {
    return this.#undone[0]?.before ?? this.#state.cursor;
  }

  #target(): DeliveryTarget {
    const { id, sealed = '', previous } = this.#state;
    const counts = previous && previous.untilMs > Date.now();
    return { id, sealed, ...(counts && { previousSealed: previous.sealed }) };
  }

  async #watch(): Promise<void> {
    const { name, arguments: args, position = {} } = this.#state;
    const scope = new CancellationScope();
    this.#watching = scope;
    try {
      const input = { ...this.#target(), name, arguments: args, position };
      const watched = await scope.run(async () =>
        watchEvents({ ...input, limit: BATCH, waitMs: WATCH_MS }),
      );
      await this.#take(watched);
    } catch (error) {
      // It is tried again for ever, so it ends by being cancelled, or runs out of time with its Worker.
      if (!isCancellation(error) && !(error instanceof ActivityFailure)) throw error;
    } finally {
      this.#watching = undefined;
      this.#version += 1;
    }
  }

  async #take(watched: WatchedEvents): Promise<void> {
    switch (watched.kind) {
      case 'read': {
        const { pending, position, cursor, truncated, isOver } = watched;
        for (const one of pending) this.#push(one);
        this.#state = { ...this.#state, position, cursor, ...(isOver && { isOver }) };
        if (truncated) this.#lose();
        break;
      }
      case 'locked':
        this.#lock();
        break;
      case 'terminated':
        await this.#sendControl('terminated', { error: watched.error });
        this.end();
    }
  }

  /** Without its address nothing can be done until a refresh brings it. */
  #lock(): void {
    this.#isLocked = true;
    this.#status = { ...this.#status, active: false };
  }

  async #deliver(one: Undone): Promise<void> {
    this.#inFlight.add(one);
    const body = { ...one.occurrence, cursor: this.#watermark() ?? one.cursor };
    const messageId = String(one.occurrence['eventId']);
    try {
      const posted = await postEvent({ ...this.#target(), messageId, body });
      if (posted.kind === 'locked') this.#lock();
      else this.#settle(one, posted);
    } catch (error) {
      if (isCancellation(error)) return;
      this.#settle(one, { kind: 'refused', attempts: MAX_ATTEMPTS, reason: reasonOf(error) });
      this.#lose();
    } finally {
      this.#inFlight.delete(one);
      this.#version += 1;
    }
  }

  #settle(one: Undone, posted: Exclude<PostedEvent, { kind: 'locked' }>): void {
    this.#undone.splice(this.#undone.indexOf(one), 1);
    const { attempts: made } = posted;
    const isAccepted = posted.kind === 'accepted';
    const failed = isAccepted ? made - 1 : made;
    const attempts = countAttempts(this.#state.attempts ?? [], { made, failed }, Date.now());
    this.#state = { ...this.#state, attempts };
    const { failedSince, ...status } = this.#status;
    const at = new Date().toISOString();
    this.#status = isAccepted
      ? { ...status, lastDeliveryAt: at, lastError: null }
      : {
          ...{ ...status, lastError: posted.reason, failedSince: failedSince ?? at },
          active: status.active && !isHopeless(attempts),
        };
  }

  /** Some events will never come: the endpoint hears of it if it can, and the client with its next refresh. */
  #lose(): void {
    this.#status = { ...this.#status, truncated: true };
    void this.#sendControl('gap', { cursor: this.#watermark() ?? '' });
  }

  async #sendControl(type: 'gap' | 'terminated', more: object): Promise<void> {
    const messageId = `msg_${type}_${uuid4()}`;
    await postControl({ ...this.#target(), messageId, body: { type, ...more } }).catch(
      () => undefined,
    );
  }
}
