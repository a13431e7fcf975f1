import {
  CancellationScope,
  condition,
  defineSignal,
  makeContinueAsNewFunc,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';

import {
  ACTIVATE_SIGNAL,
  END_SIGNAL,
  RESERVE_SIGNAL,
  type SubscriptionActivation,
  type SubscriptionReservation,
  type SubscriptionState,
} from '../../core/event/event-delivery.js';

import { Subscription } from './subscription.js';

/** Maximum time between reservation and activation, in milliseconds. The server verifies the endpoint meanwhile. */
const RESERVED_MS = 2 * 60_000;
/** Wait before the first event, in milliseconds, so that the subscriber receives the server's answer first. */
const HEAD_START_MS = 1_000;

const reserveSignal = defineSignal<[SubscriptionReservation]>(RESERVE_SIGNAL);
const activateSignal = defineSignal<[SubscriptionActivation]>(ACTIVATE_SIGNAL);
const endSignal = defineSignal(END_SIGNAL);

/**
 * Delivers the events of one subscription to its endpoint until the subscription expires or ends.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function deliverEvents(state: SubscriptionState): Promise<void> {
  const subscription = new Subscription(state);
  setHandler(reserveSignal, (reservation) => {
    subscription.reserve(reservation);
  });
  setHandler(activateSignal, (activation) => {
    subscription.activate(activation);
  });
  setHandler(endSignal, () => {
    subscription.end();
  });

  const isGranted = (): boolean => subscription.expiresAtMs !== undefined || subscription.isEnded;
  if (!(await condition(isGranted, RESERVED_MS))) return;
  if (state.expiresAtMs === undefined) await sleep(HEAD_START_MS);

  const work = new CancellationScope();
  await work.run(async () => {
    const expiry = new Expiry(subscription);
    for (;;) {
      if (subscription.isEnded || expiry.hasCome) break;
      expiry.arm();
      if (workflowInfo().continueAsNewSuggested) {
        subscription.windUp();
        if (subscription.isIdle) await goOnAsNew(subscription);
      }
      subscription.proceed();
      subscription.publish();
      const { version } = subscription;
      await condition(() => subscription.version !== version || expiry.hasCome);
    }
    // Cancels attempts under way, so that they are not repeated.
    work.cancel();
  });
}

async function goOnAsNew({ memo, carried }: Subscription): Promise<void> {
  await makeContinueAsNewFunc<typeof deliverEvents>({ memo: { ...memo } })(carried);
}

/** The expiry of the subscription. It has one timer, which only a refresh sets again. */
class Expiry {
  readonly #subscription: Subscription;
  #armedForMs: number | undefined;
  #timer: CancellationScope | undefined;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  get hasCome(): boolean {
    return Date.now() >= (this.#subscription.expiresAtMs ?? 0);
  }

  arm(): void {
    const { expiresAtMs = 0 } = this.#subscription;
    if (expiresAtMs === this.#armedForMs) return;
    this.#armedForMs = expiresAtMs;
    this.#timer?.cancel();
    this.#timer = new CancellationScope();
    this.#timer.run(async () => sleep(expiresAtMs - Date.now())).catch(() => undefined);
  }
}
