/** A host that handles events as ChatGPT does, according to its guide and to servers that follow the guide. */
import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';

import { isRecord } from '../../../src/core/value/is-record.js';
import { type ChatGptReceiver, startChatGptReceiver } from '../../support/chatgpt-receiver.js';
import { verifies } from '../../support/conformance/verify-events.js';
import { connectEventHttp, type EventPeer } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import { EVENTS_MANIFEST } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers(EVENTS_MANIFEST);
let delivery: DeliveryProcess;
beforeAll(async () => {
  delivery = await startDelivery(servers().options);
});
afterAll(async () => delivery.stop());

async function finish(peer: EventPeer): Promise<string> {
  const taskId = await peer.start('wait_for_finish');
  await servers().temporal.workflow.getHandle(taskId).signal('finish', 'done');
  return taskId;
}

function findTaken({ taken }: ChatGptReceiver, taskId: string): unknown {
  return [...taken.values()].find(({ data }) => isRecord(data) && data['taskId'] === taskId);
}

async function untilTaken(receiver: ChatGptReceiver, taskId: string): Promise<void> {
  await eventually('the event', () => findTaken(receiver, taskId));
}

describe.each([
  ['2026-07-28', true],
  ['2025-11-25', false],
])('a host that does as ChatGPT does, under %s,', (_revision, isNewest) => {
  verifies(
    ['E-002', 'E-003', 'E-063', 'E-102', 'E-107', 'E-112', 'E-067'],
    'is served through restarts, a lost event and messages that it does not know',
    async () => {
      const peer = connectEventHttp(servers().url, isNewest);
      const receiver = await startChatGptReceiver(
        `whsec_${randomBytes(32).toString('base64').replace(/=+$/, '')}`,
      );
      const params = {
        name: 'task.finished',
        arguments: { tool: 'wait_for_finish' },
        delivery: { mode: 'webhook', url: receiver.url, secret: receiver.secret },
        ttlMs: 3_600_000,
      };
      const capabilities = await peer.capabilities();
      const { result: listed } = await peer.request('events/list');
      const { result: subscribed } = await peer.request('events/subscribe', params);
      // This event arrives before the host has stored its subscription.
      const early = await finish(peer);
      await eventually('an event that it does not know yet', () =>
        receiver.refusals.includes('unknown'),
      );
      receiver.subscription = { id: String(subscribed?.['id']), name: 'task.finished' };
      await untilTaken(receiver, early);

      // The process of `deliver` restarts while subscriptions are active.
      await delivery.kill();
      const meanwhile = await finish(peer);
      delivery = await startDelivery(servers().options);
      await untilTaken(receiver, meanwhile);

      // The subscription gives up one event. The host refuses the gap message, and accepts later events.
      // An event that the host has already may come again if its answer was lost.
      receiver.interfere = (eventId) =>
        receiver.taken.has(eventId) ? undefined : { status: 500, retryAfter: '1' };
      const refusedBefore = receiver.refusals.length;
      const lost = await finish(peer);
      await eventually('a gap that it refuses', () =>
        receiver.refusals.slice(refusedBefore).includes('no event: "gap"'),
      );
      receiver.interfere = () => undefined;
      const next = await finish(peer);
      await untilTaken(receiver, next);
      const { result: refreshed } = await peer.request('events/subscribe', params);
      const ends = [
        await peer.request('events/unsubscribe', params),
        await peer.request('events/unsubscribe', params),
      ];
      await receiver.close();
      const gone = { ...params.delivery, url: `${receiver.url}/gone` };
      const { error } = await peer.request('events/subscribe', { ...params, delivery: gone });

      expect(capabilities['events']).toStrictEqual(expect.any(Object));
      expect(listed?.['events']).toContainEqual(
        expect.objectContaining({
          name: 'task.finished',
          delivery: expect.arrayContaining(['webhook']),
          inputSchema: expect.any(Object),
          payloadSchema: expect.any(Object),
        }),
      );
      expect(findTaken(receiver, lost)).toBeUndefined();
      expect(refreshed).toMatchObject({
        id: subscribed?.['id'],
        truncated: true,
        deliveryStatus: { active: true },
      });
      expect(ends.map((end) => end.error)).toStrictEqual([undefined, undefined]);
      expect(new Set(receiver.refusals)).toStrictEqual(new Set(['unknown', 'no event: "gap"']));
      expect(error).toMatchObject({ code: -32015, data: { reason: 'connection_refused' } });
    },
  );
});
