import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';

import type { FulfillOrderInput, FulfilledOrder } from '../../../workflows/fulfill-order.js';

import {
  openHarness,
  scheduledActivities,
  shownState,
  untilAsking,
  untilScheduled,
  type Harness,
} from './workflow-harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('examples');
});

afterAll(() => harness.close());

const order: FulfillOrderInput = {
  orderId: 'order-1',
  items: [
    { sku: 'lamp', quantity: 2, unitPriceCents: 1_995 },
    { sku: 'bulb', quantity: 3, unitPriceCents: 250 },
  ],
  cardToken: 'tok_visa',
  address: '1 Main Street',
  stepMs: 10,
};
const start = (change: Partial<FulfillOrderInput>) =>
  harness.start('fulfillOrder', { args: [{ ...order, ...change }] });

describe('fulfillOrder', () => {
  it('reserves, charges and ships, in this order', async () => {
    const handle = await start({});

    const result = (await handle.result()) as FulfilledOrder;

    expect(result).toStrictEqual({
      orderId: 'order-1',
      reservationId: expect.stringMatching(/^res_/),
      paymentId: expect.stringMatching(/^pay_/),
      trackingNumber: expect.stringMatching(/^trk_/),
      totalCents: 4_740,
    });
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'chargePayment',
      'shipOrder',
    ]);
  });

  it.each([
    {
      failure: 'OutOfStock',
      change: { items: [{ sku: 'sold-out', quantity: 1, unitPriceCents: 1 }] },
      activities: ['reserveInventory', 'releaseInventory'],
    },
    {
      failure: 'CardDeclined',
      change: { cardToken: 'tok_declined' },
      activities: ['reserveInventory', 'chargePayment', 'refundPayment', 'releaseInventory'],
    },
    {
      failure: 'UndeliverableAddress',
      change: { address: 'nowhere' },
      activities: [
        'reserveInventory',
        'chargePayment',
        'shipOrder',
        'refundPayment',
        'releaseInventory',
      ],
    },
  ])('fails with $failure once all is undone', async ({ failure, change, activities }) => {
    const handle = await start(change);

    const error: unknown = await handle.result().catch((reason: unknown) => reason);

    expect(error).toHaveProperty('cause', expect.any(ActivityFailure));
    expect(error).toHaveProperty('cause.cause', expect.any(ApplicationFailure));
    expect(error).toHaveProperty('cause.cause.type', failure);
    expect(await scheduledActivities(handle)).toStrictEqual(activities);
  });

  it('undoes both steps, the last one first, when cancelled while shipping', async () => {
    const handle = await start({ stepMs: 1_500 });
    await untilScheduled(handle, 'shipOrder');

    await handle.cancel();

    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'chargePayment',
      'shipOrder',
      'refundPayment',
      'releaseInventory',
    ]);
  });

  it('lets a charge under way finish before it refunds it', async () => {
    const handle = await start({ stepMs: 500 });
    await untilScheduled(handle, 'chargePayment');

    await handle.cancel();

    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'chargePayment',
      'refundPayment',
      'releaseInventory',
    ]);
    const { events } = await handle.fetchHistory();
    expect(events?.filter((event) => event.activityTaskCanceledEventAttributes)).toHaveLength(0);
  });

  it('asks nobody about an order up to the limit', async () => {
    const handle = await start({ items: [{ sku: 'lamp', quantity: 1, unitPriceCents: 50_000 }] });

    expect(await handle.result()).toMatchObject({ totalCents: 50_000 });
    expect(await shownState(handle)).toEqual({});
  });
});

describe('fulfillOrder, above the limit', () => {
  const large = { items: [{ sku: 'lamp', quantity: 30, unitPriceCents: 1_995 }] };
  const answer = async (response: object, change: Partial<FulfillOrderInput> = {}) => {
    const handle = await start({ ...large, ...change });
    await untilAsking(handle);
    await handle.signal('mcp.task.input', { i1: response });
    return handle;
  };

  it('asks for an approval of what is reserved, before it charges', async () => {
    const handle = await start(large);

    const { inputRequests, statusMessage } = await untilAsking(handle);

    expect(statusMessage).toBe('Waiting for somebody to approve the order');
    expect(inputRequests).toMatchObject({
      i1: {
        method: 'elicitation/create',
        params: { message: 'Order order-1 comes to 598.50 (30 × lamp). Approve it?' },
      },
    });
    expect(await scheduledActivities(handle)).toStrictEqual(['reserveInventory']);
  });

  it.each([
    [{ approve: true, note: 'For the new office' }, { approvalNote: 'For the new office' }],
    [{ approve: true }, {}],
    [{ approve: true, note: '' }, {}],
  ])('goes on when it is approved: %j', async (content, kept) => {
    const handle = await answer({ action: 'accept', content });

    expect(await handle.result()).toStrictEqual({
      orderId: 'order-1',
      reservationId: expect.stringMatching(/^res_/),
      paymentId: expect.stringMatching(/^pay_/),
      trackingNumber: expect.stringMatching(/^trk_/),
      totalCents: 59_850,
      ...kept,
    });
    expect(await shownState(handle)).toEqual({
      v: expect.any(Number),
      status: 'working',
      updatedAt: expect.any(String),
    });
  });

  it.each([
    [{ action: 'accept', content: { approve: false } }, 'it was rejected'],
    [{ action: 'accept', content: { approve: false, note: '' } }, 'it was rejected'],
    [{ action: 'accept', content: { approve: false, note: 'Too many' } }, 'Too many'],
    [{ action: 'decline' }, 'it was rejected'],
    [{ action: 'cancel' }, 'the question was dismissed'],
    [{ action: 'cancel', error: { code: -32601, message: 'No forms here' } }, 'No forms here'],
  ])('fails once all is undone after %j', async (response, reason) => {
    const handle = await answer(response);

    const error: unknown = await handle.result().catch((thrown: unknown) => thrown);

    expect(error).toHaveProperty('cause', expect.any(ApplicationFailure));
    expect(error).toHaveProperty('cause.type', 'NotApproved');
    expect(error).toHaveProperty(
      'cause.message',
      `Order order-1 was not approved (${reason}). Nothing was charged.`,
    );
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'releaseInventory',
    ]);
  });

  it('fails once all is undone when nobody answers in time', async () => {
    const handle = await start({ ...large, approvalWithinMs: 100 });

    const error: unknown = await handle.result().catch((thrown: unknown) => thrown);

    expect(error).toHaveProperty(
      'cause.message',
      'Order order-1 was not approved (nobody answered in time). Nothing was charged.',
    );
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'releaseInventory',
    ]);
  });

  it('withdraws the question and undoes the reservation when it is cancelled meanwhile', async () => {
    const handle = await start(large);
    await untilAsking(handle);

    await handle.cancel();

    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
    expect((await shownState(handle)).inputRequests).toBeUndefined();
    expect(await scheduledActivities(handle)).toStrictEqual([
      'reserveInventory',
      'releaseInventory',
    ]);
  });
});
