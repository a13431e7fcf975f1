import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  createMCPClient,
  type Experimental_MCPEvent as AiEvent,
  type Experimental_MCPEventStore as AiStore,
  type Experimental_MCPEventSubscription as AiSubscription,
  experimental_createMCPEventWebhook as createWebhook,
} from '@ai-sdk/mcp';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-events.js';
import { connectEventHttp } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import { EVENTS_MANIFEST } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers(EVENTS_MANIFEST);

/** The store of subscriptions that an application gives the SDK. */
function createStore(): AiStore & { readonly kept: Map<string, AiSubscription> } {
  const kept = new Map<string, AiSubscription>();
  return {
    kept,
    get: async (key) => Promise.resolve(kept.get(key)),
    getById: async (id) => Promise.resolve([...kept.values()].find((one) => one.id === id)),
    async set(subscription) {
      kept.set(subscription.key, subscription);
      return Promise.resolve();
    },
    async update(key, patch) {
      const known = kept.get(key);
      if (known) kept.set(key, { ...known, ...patch });
      return Promise.resolve();
    },
    async delete(key) {
      kept.delete(key);
      return Promise.resolve();
    },
  };
}

/** Serves a web handler on loopback. */
async function mount(handle: (request: Request) => Promise<Response>): Promise<{
  readonly url: string;
  readonly server: Server;
}> {
  let url = '';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const answered = await handle(
      new Request(new URL(request.url ?? '', url), {
        method: 'POST',
        headers,
        body: Buffer.concat(chunks),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, server };
}

let delivery: DeliveryProcess;
beforeAll(async () => {
  delivery = await startDelivery(servers().options);
});
afterAll(async () => delivery.stop());

describe.each([
  ['2026-07-28', true],
  ['2025-11-25', false],
])('the events client of the AI SDK under %s', (_revision, isNewest) => {
  verifies(
    ['E-002', 'E-003', 'E-005', 'E-006', 'E-007', 'E-010', 'E-058', 'E-063', 'E-108', 'E-121'],
    'lists, subscribes, is asked, receives, refreshes and unsubscribes',
    async () => {
      const store = createStore();
      const events: AiEvent[] = [];
      const errors: unknown[] = [];
      let refusals = 1;
      const { url, server } = await mount(
        createWebhook({
          store,
          onEvent: async ({ event }) => {
            events.push(event);
            return refusals-- > 0 ? Promise.reject(new Error('Not now')) : Promise.resolve();
          },
          onError: (error) => errors.push(error),
        }),
      );
      const client = await createMCPClient({
        transport: { type: 'http', url: servers().url },
        protocolVersionDiscovery: isNewest,
        experimental_events: { store },
      });
      const { experimental_events: ofServer } = client;
      const listed = await ofServer.list();
      const subscribed = await ofServer.subscribe({
        name: 'task.finished',
        arguments: { tool: 'wait_for_finish' },
        delivery: { mode: 'webhook', url: `${url}hook`, allowInsecureLocalhost: true },
      });
      const peer = connectEventHttp(servers().url, isNewest);
      const taskId = await peer.start('wait_for_finish');
      await servers().temporal.workflow.getHandle(taskId).signal('finish', 'done');
      await eventually('the event, and once more after 503', () =>
        events.length >= 2 ? events : undefined,
      );
      const [key = ''] = store.kept.keys();
      const refreshed = await ofServer.refresh({ key });
      await ofServer.unsubscribe({ key });
      await client.close();
      server.closeAllConnections();
      server.close();

      expect(listed.events.map(({ name }) => name)).toContain('task.finished');
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
      expect(events[0]).toMatchObject({ name: 'task.finished', data: { taskId } });
      expect(refreshed.id).toBe(subscribed.id);
      expect(store.kept.size).toBe(0);
      expect(errors).toMatchObject([{ message: 'Not now' }]);
    },
  );
});
