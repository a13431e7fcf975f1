import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';

import type * as activities from '../activities/index.js';
import type { OrderItem } from '../activities/inventory.js';

const { reserveInventory, chargePayment, shipOrder } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '30 seconds',
  // A step is undone only when it is known to have stopped: a refund must not overtake its charge.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** Compensations are retried until they succeed: giving up would keep the customer's money. */
const { releaseInventory, refundPayment } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
});

/** Input of {@link fulfillOrder}. */
export interface FulfillOrderInput {
  /** The order's number in the shop. */
  orderId: string;
  /** What is ordered; at least one item. `sold-out` is a SKU that can't be had. */
  items: OrderItem[];
  /** Which card pays. `tok_declined` is declined. */
  cardToken: string;
  /** Where the parcel goes. `nowhere` can't be delivered to. */
  address: string;
  /** How long each simulated step takes, in milliseconds. @defaultValue 200 */
  stepMs?: number;
}

/** Result of {@link fulfillOrder}. */
export interface FulfilledOrder {
  /** The order's number in the shop. */
  orderId: string;
  /** The warehouse's reservation. */
  reservationId: string;
  /** The bank's payment. */
  paymentId: string;
  /** The courier's tracking number. */
  trackingNumber: string;
  /** What was charged, in cents. */
  totalCents: number;
}

/**
 * Reserves, charges and ships an order; undoes what was done if it fails or is cancelled on the way.
 *
 * A saga: each step's compensation is registered *before* the step runs, because a step that timed
 * out may have happened. Compensations run last step first, shielded from the cancellation that may
 * have brought them about, and are harmless when there is nothing to undo.
 *
 * @returns The order with the references of all three services.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `OutOfStock`, `CardDeclined`
 * or `UndeliverableAddress`; by then all is undone.
 * @throws {CancelledFailure} when cancelled before the courier has the parcel; all is undone.
 */
export async function fulfillOrder(input: FulfillOrderInput): Promise<FulfilledOrder> {
  const { orderId, items, cardToken, address, stepMs: durationMs = 200 } = input;
  const { workflowId } = workflowInfo();
  const reservation = { idempotencyKey: `${workflowId}/reservation` };
  const payment = { idempotencyKey: `${workflowId}/payment` };
  const parcel = { idempotencyKey: `${workflowId}/parcel` };
  const totalCents = items.reduce((sum, item) => sum + item.quantity * item.unitPriceCents, 0);
  const compensations: (() => Promise<void>)[] = [];

  try {
    compensations.unshift(() => releaseInventory(reservation));
    const reservationId = await reserveInventory({ ...reservation, items, durationMs });

    compensations.unshift(() => refundPayment(payment));
    const paymentId = await chargePayment({
      ...payment,
      cardToken,
      amountCents: totalCents,
      durationMs,
    });

    const trackingNumber = await shipOrder({ ...parcel, address, durationMs });
    return { orderId, reservationId, paymentId, trackingNumber, totalCents };
  } catch (error) {
    log.warn('Undoing the order', { orderId, cancelled: isCancellation(error) });
    await CancellationScope.nonCancellable(() => compensate(compensations));
    throw error;
  }
}

async function compensate(compensations: (() => Promise<void>)[]): Promise<void> {
  for (const undo of compensations) {
    await undo();
  }
}
