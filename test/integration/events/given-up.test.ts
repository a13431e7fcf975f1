/** A subscription whose endpoint fails again and again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-events.js';
import { eventually } from '../../support/eventually.js';
import { writeHistory } from '../../support/replay/history-files.js';
import { type ScriptedEvents, startScriptedEvents } from '../../support/scripted-events.js';
import type { ReceiverReply } from '../../support/webhook-receiver.js';

/** Retries after 1 second, as the endpoint asks, replace the default pauses of minutes. */
const SOON: ReceiverReply = { status: 503, headers: { 'retry-after': '1' } };
const LATER: ReceiverReply = { status: 503, headers: { 'retry-after': '600' } };

let events: ScriptedEvents;
beforeAll(async () => {
  events = await startScriptedEvents();
});
afterAll(async () => events.close());

describe('a delivery that fails', () => {
  verifies(
    ['E-106', 'E-112', 'E-125'],
    'is given up after five attempts, of which a gap tells, and the next refresh',
    async () => {
      const { receiver, handle, told, gaps, refresh, untilStatus, happen } =
        await events.subscribe();
      const [lost = ''] = happen(1);
      receiver.answer = ({ body }) => (body['eventId'] === lost ? SOON : { status: 204 });
      const gap = await eventually('a gap', () => gaps()[0]);
      const [next = ''] = happen(1);
      await receiver.untilEvents(6);
      await untilStatus(({ lastError }) => lastError === null);
      const refreshed = await refresh();
      await untilStatus(({ truncated }) => truncated === false);
      const post = receiver.posts.find(({ body }) => body['type'] === 'gap');
      // Set once per release, to record this history with the others.
      const release = process.env['RECORD_HISTORIES'];
      if (release) writeHistory(`deliverEvents-gap-${release}.json`, await handle.fetchHistory());

      expect(told()).toStrictEqual(
        new Map([
          [lost, 5],
          [next, 1],
        ]),
      );
      expect(gap).toStrictEqual({ type: 'gap', cursor: expect.any(String) });
      expect(post?.isSigned).toBe(true);
      expect(post?.headers['webhook-id']).toMatch(/^msg_gap_/);
      expect(refreshed).toMatchObject({
        truncated: true,
        deliveryStatus: { active: true, lastError: null },
      });
      expect(gaps()).toHaveLength(1);
    },
  );

  it('has one body for all attempts, and is owed the gap until the endpoint is there again', async () => {
    const { receiver, told, gaps, happen } = await events.subscribe();
    receiver.answer = () => SOON;
    const [lost = ''] = happen(1);
    await eventually('a gap that is refused twice', () => gaps().length === 2);
    receiver.answer = () => ({ status: 204 });
    happen(1);
    await eventually('the gap once more', () => gaps().length === 3);
    const bodies = receiver.events().filter(({ body }) => body['eventId'] === lost);

    expect(told().get(lost)).toBe(5);
    expect(new Set(bodies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('is tried after 2, 14, 98 and 600 seconds where nothing else is asked for', async () => {
    const { receiver, handle, happen } = await events.subscribe();
    receiver.answer = () => ({ status: 410 });
    happen(1);
    await receiver.untilEvents(1);
    const { events: history = [] } = await handle.fetchHistory();
    const [policy] = (history ?? []).flatMap(({ activityTaskScheduledEventAttributes: one }) =>
      one?.activityType?.name === 'postEvent' && one.retryPolicy ? [one.retryPolicy] : [],
    );
    const { backoffCoefficient = 0, maximumAttempts = 0 } = policy ?? {};
    const [initial, maximum] = [policy?.initialInterval, policy?.maximumInterval].map((duration) =>
      Number(duration?.seconds),
    ) as [number, number];
    const waits = Array.from({ length: (maximumAttempts ?? 0) - 1 }, (_one, index) =>
      Math.min(initial * (backoffCoefficient ?? 0) ** index, maximum),
    );

    expect(waits).toStrictEqual([2, 14, 98, 600]);
  });

  it('says by a gap, too, that events are kept no longer', async () => {
    const { receiver, gaps, happen, forget } = await events.subscribe();
    forget();
    const [after = ''] = happen(1);
    await eventually('a gap', () => gaps()[0]);

    expect(receiver.events().map(({ body }) => body['eventId'])).not.toContain(after);
  });
});

describe('an endpoint that takes nothing', () => {
  verifies(
    ['E-110', 'E-111'],
    'is left alone when 95 % of 100 attempts have failed, and gets what there is with the next refresh',
    async () => {
      const { receiver, handle, refresh, untilStatus, told, happen } = await events.subscribe();
      // Four deliveries wait for another attempt when the subscription becomes inactive.
      let waiting = 4;
      receiver.answer = () => (waiting-- > 0 ? LATER : { status: 410 });
      const ids = happen(120);
      await untilStatus(({ active }) => active === false);
      await eventually('an end of all attempts', async () => {
        const { raw } = await handle.describe();
        const pending = (raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name);
        return pending.includes('postEvent') ? undefined : true;
      });
      const before = receiver.events();
      const done = new Set(before.slice(4).map(({ body }) => body['eventId']));
      receiver.answer = () => ({ status: 204 });
      const refreshed = await refresh();
      const rest = ids.filter((eventId) => !done.has(eventId));
      const after = await eventually('what is left', async () => {
        const sent = receiver.events().slice(before.length);
        const eventIds = new Set(sent.map(({ body }) => body['eventId']));
        return Promise.resolve(
          rest.every((eventId) => eventIds.has(eventId)) ? eventIds : undefined,
        );
      });

      // Up to 20 more deliveries are under way when the subscription becomes inactive.
      expect(before.length).toBeGreaterThanOrEqual(104);
      expect(before.length).toBeLessThan(104 + 20);
      expect(refreshed).toMatchObject({ deliveryStatus: { active: false, lastError: 'http_4xx' } });
      // The endpoint gets all events: also those that waited for another attempt, and those that came meanwhile.
      expect(after.size).toBeLessThan(rest.length + 20);
      expect(told().size).toBe(ids.length);
      await untilStatus(({ active, lastError }) => active === true && lastError === null);
    },
  );
});

describe('a type of events that there is no more', () => {
  verifies(
    ['E-013'],
    'ends its subscriptions, whose endpoints are told by a signed message, and a new one begins anew',
    async () => {
      const { receiver, handle, refresh, told, happen } = await events.subscribe();
      events.removeType(true);
      await expect(handle.result()).resolves.toBeUndefined();
      const [last] = receiver.posts.slice(-1);
      events.removeType(false);
      const again = await refresh();
      const [fresh = ''] = happen(1);
      await receiver.untilEvents(1);

      expect(last).toMatchObject({
        isSigned: true,
        headers: { 'webhook-id': expect.stringMatching(/^msg_terminated_/) },
        body: { type: 'terminated', error: { message: 'NotFound', data: { kind: 'event' } } },
      });
      expect(again).not.toHaveProperty('deliveryStatus');
      expect([...told().keys()]).toStrictEqual([fresh]);
    },
  );
});
