import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import { openTask, type TaskScope } from 'temporal-mcp-tasks/workflow';

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

/** Above this, a person has to approve. Not an argument: whoever places orders must not set their own limit. */
const APPROVAL_ABOVE_CENTS = 50_000;
/** Goods can't be held back for ever, and the whole order must fit into the tool's execution timeout. */
const APPROVAL_WITHIN_MS = 30 * 60_000;

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
  /** How long each simulated step takes, in milliseconds. Default: 200. */
  stepMs?: number;
  /** How long an approval is waited for, in milliseconds. Default: 30 minutes. */
  approvalWithinMs?: number;
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
  /** What the person who approved it had to say, if anything. */
  approvalNote?: string;
}

/**
 * Reserves, charges and ships an order; undoes what was done if it fails, is not approved, or is cancelled.
 *
 * A large order waits for a person, between the reservation and the charge: no money moves unapproved, and
 * nobody approves what isn't there. The question is in the Workflow, so it survives clients, servers and Workers.
 *
 * A saga: each step's compensation is registered *before* the step runs, because a step that timed
 * out may have happened. Compensations run last step first, shielded from the cancellation that may
 * have brought them about, and are harmless when there is nothing to undo.
 *
 * @returns The order with the references of all three services.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `OutOfStock`, `CardDeclined`
 * or `UndeliverableAddress`; by then all is undone.
 * @throws {ApplicationFailure} type `NotApproved`, saying why; all is undone.
 * @throws {CancelledFailure} when cancelled before the courier has the parcel; all is undone.
 */
export async function fulfillOrder(input: FulfillOrderInput): Promise<FulfilledOrder> {
  // First thing of all: an answer or a cancellation that has come already is delivered here.
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
 * Asks a person whether the order may go on.
 *
 * @returns The note that came with the approval, or an empty text.
 * @throws {ApplicationFailure} type `NotApproved`: rejected, not answered, or not askable. Each is ordinary.
 */
async function approve(
  task: TaskScope,
  { orderId, items, approvalWithinMs = APPROVAL_WITHIN_MS }: FulfillOrderInput,
  totalCents: number,
): Promise<string> {
  const goods = items.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ');
  // While Activities run, their own state is shown; that somebody is waited for, only the Workflow knows.
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
      // A client may send an empty text for a field that was left blank.
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

/** The message becomes the tool error that the model reads: say what happened, and what it means. */
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
