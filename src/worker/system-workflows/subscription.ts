import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  sleep,
  upsertMemo,
  uuid4,
} from '@temporalio/workflow';

import {
  DELIVERIES_AT_ONCE,
  type DeliveryTarget,
  type PostedEvent,
  SUBSCRIPTION_MEMO_KEY,
  type SubscriptionActivation,
  type SubscriptionReservation,
  type SubscriptionState,
  type SubscriptionStatus,
  type WatchedEvents,
  UNGRANTED,
} from '../../core/event/event-delivery.js';

import { countAttempts, isHopeless } from './attempt-counts.js';
import {
  MAX_ATTEMPTS,
  postControl,
  postEvent,
  WATCH_MS,
  watchEvents,
} from './delivery-activities.js';
import { type FetchedDelivery, PendingDeliveries } from './pending-deliveries.js';

const OCCURRENCES_PER_WAIT = 20;
/** Maximum number of concurrent deliveries in a run that an earlier version has started. */
const FORMER_DELIVERIES_AT_ONCE = 5;
/** Number of pending deliveries at which fetching stops. Temporal keeps the other events. */
const MAX_PENDING = 50;
/** Time for which the earlier secret still signs after a refresh, in milliseconds. */
const OLD_SECRET_MS = 5 * 60_000;
/** Time that an ending run waits for deliveries under way, in milliseconds. The next run makes the later attempts. */
const WIND_UP_MS = 10_000;

function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure ? (cause.type ?? 'timeout') : 'timeout';
}

export class Subscription {
  #state: SubscriptionState;
  #status: SubscriptionStatus;
  #shown: string;
  readonly #queue = new PendingDeliveries();
  readonly #inFlight = new Map<FetchedDelivery, CancellationScope>();
  #controls = 0;
  #watching: CancellationScope | undefined;
  #isEnded = false;
  #isLocked = false;
  #version = 0;
  #isWindingUp = false;

  constructor(state: SubscriptionState) {
    this.#state = state;
    this.#status = state.status ?? UNGRANTED;
    this.#shown = JSON.stringify(this.#status);
    for (const one of state.pending ?? []) this.#queue.push(one, state.cursor);
  }

  /** Increases when there may be work to start or a state to show. */
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
    return this.#inFlight.size === 0 && this.#controls === 0 && this.#watching === undefined;
  }

  /** The memo, also for the next run: otherwise Temporal would copy the memo of the first run. */
  get memo(): Readonly<Record<typeof SUBSCRIPTION_MEMO_KEY, SubscriptionStatus>> {
    const status = { ...this.#status, cursor: this.#watermark() ?? null };
    return { [SUBSCRIPTION_MEMO_KEY]: status };
  }

  get carried(): SubscriptionState {
    const cursor = this.#watermark();
    return {
      ...this.#state,
      ...(cursor !== undefined && { cursor }),
      pending: this.#queue.carried,
      status: this.#status,
      deliveriesAtOnce: DELIVERIES_AT_ONCE,
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
      ...this.#state,
      ...begins,
      ...(isRenewed && { previous }),
      ...granted,
      attempts: [],
    };
    this.#isLocked = false;
    this.#status = { ...this.#status, active: true, verified: true, truncated: false };
    this.#version += 1;
  }

  end(): void {
    this.#isEnded = true;
    this.#version += 1;
  }

  /** Starts deliveries and waits, as far as the limits allow. */
  proceed(): void {
    if (!this.isActive || this.#isWindingUp) return;
    const { deliveriesAtOnce = FORMER_DELIVERIES_AT_ONCE } = this.#state;
    for (const one of this.#queue) {
      if (this.#inFlight.size >= deliveriesAtOnce) break;
      if (!this.#inFlight.has(one)) void this.#deliver(one);
    }
    const wantsMore = !this.#watching && this.#state.isOver !== true;
    if (wantsMore && this.#queue.length < MAX_PENDING) void this.#watch();
  }

  /** Prepares the end of this run: it finishes work under way and starts no more. */
  windUp(): void {
    if (this.#isWindingUp) return;
    this.#isWindingUp = true;
    this.#watching?.cancel();
    void sleep(WIND_UP_MS).then(
      () => {
        this.#holdBack();
      },
      () => undefined,
    );
  }

  /** Publishes the memo if it has changed. */
  publish(): void {
    const { memo } = this;
    const shown = JSON.stringify(memo[SUBSCRIPTION_MEMO_KEY]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    upsertMemo(memo);
  }

  #watermark(): string | undefined {
    return this.#queue.watermark(this.#state.cursor);
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
        watchEvents({ ...input, limit: OCCURRENCES_PER_WAIT, waitMs: WATCH_MS }),
      );
      await this.#take(watched);
    } catch (error) {
      // The wait is retried forever. So it ends only by a cancellation, or by the timeout of a lost Worker.
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
        for (const one of pending) this.#queue.push(one, this.#state.cursor);
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

  /** Suspends deliveries, because the sealed address cannot be read. The next refresh brings a new one. */
  #lock(): void {
    this.#isLocked = true;
    this.#suspend();
  }

  #suspend(): void {
    this.#status = { ...this.#status, active: false };
    this.#holdBack();
  }

  /** Cancels the deliveries under way. They stay pending and start again when deliveries resume. */
  #holdBack(): void {
    for (const scope of this.#inFlight.values()) scope.cancel();
  }

  async #deliver(one: FetchedDelivery): Promise<void> {
    const scope = new CancellationScope();
    this.#inFlight.set(one, scope);
    one.told ??= this.#watermark() ?? one.cursor;
    const body = { ...one.occurrence, cursor: one.told };
    const messageId = String(one.occurrence['eventId']);
    try {
      const input = { ...this.#target(), messageId, body };
      const posted = await scope.run(async () => postEvent(input));
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

  #settle(one: FetchedDelivery, posted: Exclude<PostedEvent, { kind: 'locked' }>): void {
    this.#queue.remove(one);
    const { attempts: made } = posted;
    const isAccepted = posted.kind === 'accepted';
    const failed = isAccepted ? made - 1 : made;
    const attempts = countAttempts(this.#state.attempts ?? [], { made, failed }, Date.now());
    this.#state = { ...this.#state, attempts };
    const { failedSince, ...status } = this.#status;
    const at = new Date().toISOString();
    if (isAccepted) {
      this.#status = { ...status, lastDeliveryAt: at, lastError: null };
      if (this.#state.owesGap === true) this.#tellOfGap();
      return;
    }
    this.#status = { ...status, lastError: posted.reason, failedSince: failedSince ?? at };
    if (isHopeless(attempts)) this.#suspend();
  }

  /** Records lost events. The endpoint gets a `gap` message if possible; the client learns it with its next refresh. */
  #lose(): void {
    this.#status = { ...this.#status, truncated: true };
    this.#state = { ...this.#state, owesGap: true };
    if (this.isActive) this.#tellOfGap({ mayOwe: true });
  }

  /** @param mayOwe If the message fails, it is repeated after the next accepted event. */
  #tellOfGap({ mayOwe = false } = {}): void {
    this.#state = { ...this.#state, owesGap: false };
    void this.#sendControl('gap', { cursor: this.#watermark() ?? '' }).then((isAccepted) => {
      if (mayOwe && !isAccepted) this.#state = { ...this.#state, owesGap: true };
    });
  }

  /** @returns False if the endpoint has not accepted the message. */
  async #sendControl(type: 'gap' | 'terminated', more: object): Promise<boolean> {
    const messageId = `msg_${type}_${uuid4()}`;
    this.#controls += 1;
    try {
      const posted = await postControl({ ...this.#target(), messageId, body: { type, ...more } });
      return posted.kind === 'accepted';
    } catch {
      return false;
    } finally {
      this.#controls -= 1;
      this.#version += 1;
    }
  }
}
