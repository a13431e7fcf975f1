import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-events.js';
import { connectEventHttp } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import {
  EVENTS_MANIFEST,
  startMcpServer,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers(EVENTS_MANIFEST);
let receiver: WebhookReceiver;
let delivery: DeliveryProcess | undefined;
let server: TestServer | undefined;
const secret = `whsec_${randomBytes(32).toString('base64')}`;
beforeAll(async () => {
  receiver = await startReceiver(secret);
});
afterAll(async () => {
  await delivery?.stop();
  await server?.stop();
  await receiver.close();
});

describe('deliveries', () => {
  verifies(
    ['E-022', 'E-060', 'E-109'],
    'lose nothing with kill -9 of Worker and server, and bring doubles under the same ID alone',
    async () => {
      server = await startMcpServer(servers().options);
      delivery = await startDelivery(servers().options);
      const peer = connectEventHttp(server.url, true);
      const params = {
        name: 'task.finished',
        arguments: {},
        delivery: { mode: 'webhook', url: receiver.url, secret },
        cursor: null,
      };
      const { result } = await peer.request('events/subscribe', params);
      const taskIds: string[] = [];
      for (let count = 0; count < 6; count += 1) taskIds.push(await peer.start('wait_for_finish'));
      const finish = async (some: readonly string[]): Promise<void> => {
        for (const taskId of some) {
          await servers().temporal.workflow.getHandle(taskId).signal('finish', 'done');
        }
      };
      // The Worker dies between the POST and its acknowledgment.
      let held = 0;
      const killed = new Promise<void>((resolve) => {
        receiver.answer = async () => {
          held += 1;
          await delivery?.kill();
          resolve();
          return { status: 503 };
        };
      });
      await finish(taskIds.slice(0, 3));
      await killed;
      await server.kill();
      // Nobody is there while the others end.
      await finish(taskIds.slice(3));
      receiver.answer = () => ({ status: 204 });
      delivery = await startDelivery(servers().options);
      const taskIdOf = ({ body }: { body: Readonly<Record<string, unknown>> }): unknown =>
        (body['data'] as { taskId?: unknown }).taskId;
      await eventually('the end of each task', async () => {
        const told = new Set(receiver.events().map(taskIdOf));
        return Promise.resolve(taskIds.every((taskId) => told.has(taskId)) || undefined);
      });
      const pairs = receiver
        .events()
        .map((post) => `${String(taskIdOf(post))} ${String(post.body['eventId'])}`);

      expect(result?.['id']).toMatch(/^sub_[0-9a-f]{32}$/);
      expect(held).toBeGreaterThan(0);
      expect(new Set(pairs).size).toBe(taskIds.length);
      expect(receiver.events().every(({ isSigned }) => isSigned)).toBe(true);
    },
  );
});
