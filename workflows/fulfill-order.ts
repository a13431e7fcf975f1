import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import { openTask, type TaskScope } from 'temporal-mcp-tasks-workflow';

import type * as activities from '../activities/index.js';
import type { OrderItem } from '../activities/inventory.js';

const { reserveInventory, chargePayment, shipOrder } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '30 seconds',
  // A compensation runs after its step has stopped: a refund must not overtake its charge.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** Temporal retries compensations until they succeed: if it gave up, the shop would keep the customer's money. */
const { releaseInventory, refundPayment } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
});

/** A larger order needs a person's approval. The limit is no argument: customers must not set their own limit. */
const APPROVAL_ABOVE_CENTS = 50_000;
/** Limits the time for which goods are reserved. The whole order must fit into the tool's execution timeout. */
const APPROVAL_WITHIN_MS = 30 * 60_000;

/** Input of {@link fulfillOrder}. */
export interface FulfillOrderInput {
  /** The order's number in the shop. */
  orderId: string;
  /** At least one item. The SKU `sold-out` is out of stock. */
  items: OrderItem[];
  /** The simulated bank declines `tok_declined`. */
  cardToken: string;
  /** The simulated courier doesn't deliver to `nowhere`. */
  address: string;
  /** Duration of each simulated step, in milliseconds. Default: 200. */
  stepMs?: number;
  /** Time limit of the approval, in milliseconds. Default: 30 minutes. */
  approvalWithinMs?: number;
}

/** Result of {@link fulfillOrder}. */
export interface FulfilledOrder {
  /** The order's number in the shop. */
  orderId: string;
  reservationId: string;
  paymentId: string;
  trackingNumber: string;
  /** The charged amount, in cents. */
  totalCents: number;
  /** The approver's note. Absent if the approver wrote no note. */
  approvalNote?: string;
}

/**
 * Reserves, charges and ships an order. If it fails, is rejected or is cancelled, its compensations run.
 *
 * A large order waits for a person between the reservation and the charge. So the person approves goods that are in
 * stock, and the charge needs the approval. The question is in the Workflow, so it survives restarts of clients,
 * servers and Workers.
 *
 * A saga: each step's compensation is registered *before* the step runs, because a step that timed
 * out may have happened. Compensations run in reverse order, in a scope that ignores the cancellation
 * of the Workflow. If a step left nothing to undo, its compensation is harmless.
 *
 * @returns The order with the references of all three services.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `OutOfStock`, `CardDeclined`
 * or `UndeliverableAddress`, after all compensations.
 * @throws {ApplicationFailure} type `NotApproved`, with the reason, after all compensations.
 * @throws {CancelledFailure} if cancelled before the courier has the parcel, after all compensations.
 */
export async function fulfillOrder(input: FulfillOrderInput): Promise<FulfilledOrder> {
  // Must come first: answers and cancellations that have already arrived are delivered here.
  const task = openTask();
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

    const approvalNote =
      totalCents > APPROVAL_ABOVE_CENTS ? await approve(task, input, totalCents) : '';

    compensations.unshift(() => refundPayment(payment));
    const paymentId = await chargePayment({
      ...payment,
      cardToken,
      amountCents: totalCents,
      durationMs,
    });

    const trackingNumber = await shipOrder({ ...parcel, address, durationMs });
    const order = { orderId, reservationId, paymentId, trackingNumber, totalCents };
    return approvalNote === '' ? order : { ...order, approvalNote };
  } catch (error) {
    const { reason } = task.cancellation ?? {};
    log.warn('Undoing the order', { orderId, cancelled: isCancellation(error), reason });
    await CancellationScope.nonCancellable(() => compensate(compensations));
    throw error;
  }
}

/**
 * Asks a person to approve the order.
 *
 * @returns The approver's note; empty if the approver wrote none.
 * @throws {ApplicationFailure} type `NotApproved`: the person rejects it or doesn't answer, or the client can't ask.
 */
async function approve(
  task: TaskScope,
  { orderId, items, approvalWithinMs = APPROVAL_WITHIN_MS }: FulfillOrderInput,
  totalCents: number,
): Promise<string> {
  const goods = items.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ');
  // The server can show the state of Activities itself. Only the Workflow knows that it waits for a person.
  task.setStatus('Waiting for somebody to approve the order');
  const answer = await task.elicit({
    message: `Order ${orderId} comes to ${(totalCents / 100).toFixed(2)} (${goods}). Approve it?`,
    schema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve the order' },
        note: { type: 'string', title: 'Note', description: 'Kept with it.', maxLength: 200 },
      },
      required: ['approve'],
    },
    deadlineMs: approvalWithinMs,
  });
  task.setStatus(undefined);
  switch (answer.action) {
    case 'accept': {
      // A client may send an empty text for a blank field.
      const { approve: isApproved, note = '' } = answer.content;
      if (isApproved) return note;
      throw notApproved(orderId, note === '' ? 'it was rejected' : note);
    }
    case 'decline':
      throw notApproved(orderId, 'it was rejected');
    case 'cancel':
      throw notApproved(orderId, answer.error?.message ?? 'the question was dismissed');
    case 'expired':
      throw notApproved(orderId, 'nobody answered in time');
  }
}

/** The model reads this message as the tool's error, so it gives the reason and the consequence. */
function notApproved(orderId: string, reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Order ${orderId} was not approved (${reason}). Nothing was charged.`,
    'NotApproved',
  );
}

async function compensate(compensations: (() => Promise<void>)[]): Promise<void> {
  for (const undo of compensations) {
    await undo();
  }
}
