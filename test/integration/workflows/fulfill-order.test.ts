import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';

import type { FulfillOrderInput, FulfilledOrder } from '../../../workflows/fulfill-order.js';

import { openHarness, scheduledActivities, untilScheduled, type Harness } from './harness.js';

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
});
