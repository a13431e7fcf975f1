import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-events.js';
import { connectEventHttp, type EventPeer } from '../../support/event-peer.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import {
  EVENTS_MANIFEST,
  startMcpServer,
  TEST_MANIFEST,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers(EVENTS_MANIFEST);
const secret = `whsec_${randomBytes(24).toString('base64')}`;
const METHODS = ['list', 'poll', 'stream', 'subscribe', 'unsubscribe'];
let peers: readonly EventPeer[];
let receiver: WebhookReceiver;
let withoutEvents: TestServer;
beforeAll(async () => {
  peers = [true, false].map((isNewest) => connectEventHttp(servers().url, isNewest));
  receiver = await startReceiver(secret);
  withoutEvents = await startMcpServer({ ...servers().options, manifest: TEST_MANIFEST });
});
afterAll(async () => {
  await receiver.close();
  await withoutEvents.stop();
});

async function askAll(method: string, params: object): Promise<readonly RawMessage[]> {
  return Promise.all(peers.map(async (peer) => peer.request(method, { ...params })));
}
const codesOf = (replies: readonly RawMessage[]): unknown[] =>
  replies.map(({ error }) => error?.code);
const both = (value: unknown): unknown[] => [value, value];

async function subscribe(delivery: object, more: object = {}): Promise<readonly RawMessage[]> {
  const whole = { mode: 'webhook', url: receiver.url, secret, ...delivery };
  return askAll('events/subscribe', { name: 'task.finished', delivery: whole, ...more });
}

describe('events that are not there', () => {
  verifies(['E-004'], 'are methods that are not there, where they are switched off', async () => {
    const others = [true, false].map((isNewest) => connectEventHttp(withoutEvents.url, isNewest));
    const replies = await Promise.all(
      others.flatMap((peer) => METHODS.map(async (name) => peer.request(`events/${name}`, {}))),
    );

    expect(new Set(codesOf(replies))).toStrictEqual(new Set([-32601]));
  });

  verifies(
    ['E-133'],
    'are no list of who has subscribed, whatever it might be called',
    async () => {
      const replies: RawMessage[] = [];
      for (const name of ['subscriptions', 'subscriptions/list', 'get', 'status', 'history']) {
        replies.push(...(await askAll(`events/${name}`, {})));
      }

      expect(new Set(codesOf(replies))).toStrictEqual(new Set([-32601]));
    },
  );

  verifies(['E-040', 'E-064'], 'are not found, by poll, stream or webhook', async () => {
    const delivery = { mode: 'webhook', url: receiver.url, secret };
    for (const method of ['poll', 'stream', 'subscribe']) {
      const replies = await askAll(`events/${method}`, { name: 'task.lost', delivery });

      expect(replies.map(({ error }) => error)).toMatchObject(
        both({ code: -32011, message: 'NotFound', data: { kind: 'event' } }),
      );
    }
  });

  verifies(
    ['E-132', 'E-051', 'E-130'],
    'are refused alike for unknown and foreign tasks',
    async () => {
      const posts = receiver.posts.length;
      const foreign = `mcp-${'a'.repeat(20)}-${'b'.repeat(26)}`;
      const own = await peers[0]?.start('wait_for_finish');
      const unknown = `${own?.slice(0, -4) ?? ''}aaaa`;
      const errors = new Set<string>();
      for (const taskId of [foreign, unknown, 'nothing']) {
        const params = { name: 'task.finished', arguments: { taskId } };
        const replies = [
          ...(await askAll('events/poll', params)),
          ...(await askAll('events/stream', params)),
          ...(await subscribe({}, { arguments: { taskId } })),
        ];
        for (const { error } of replies) errors.add(JSON.stringify(error));
      }

      expect([...errors]).toStrictEqual(['{"code":-32012,"message":"Forbidden"}']);
      expect(receiver.posts).toHaveLength(posts);
    },
  );
});

describe('a subscription that is wrong', () => {
  verifies(['E-054', 'E-011'], 'in its arguments, sizes or page is invalid', async () => {
    const wrong: [string, object][] = [
      ['poll', { name: 'task.finished', arguments: { taskId: 7 } }],
      ['poll', { name: 'task.finished', arguments: { status: 'working' } }],
      ['poll', { name: 'task.finished', arguments: { other: 'x' } }],
      ['poll', { name: 'task.finished', arguments: null }],
      ['poll', { name: 'task.finished', cursor: 7 }],
      ['poll', { name: 'task.finished', maxEvents: 0 }],
      ['poll', { name: 'task.status_changed' }],
      ['poll', {}],
      ['list', { cursor: 'x' }],
    ];
    for (const [method, params] of wrong) {
      expect(codesOf(await askAll(`events/${method}`, params))).toStrictEqual(both(-32602));
    }
  });

  verifies(['E-052', 'E-053', 'E-083', 'E-085'], 'in its URL or secret is invalid', async () => {
    const wrong: object[] = [
      { url: 'http://example.com/' },
      { url: '/hook' },
      { url: 'ftp://example.com/' },
      { url: 'https://user:word@example.com/' },
      { url: 'https://example.com/#part' },
      { url: 'https://example.com:22/' },
      { url: `https://example.com/${'x'.repeat(2_048)}` },
      { url: undefined },
      { secret: undefined },
      { secret: 'whsec_' },
      { secret: `whsec_${randomBytes(23).toString('base64')}` },
      { secret: `whsec_${randomBytes(65).toString('base64')}` },
      { secret: `whsec_${Buffer.alloc(24, 0xff).toString('base64url')}` },
      { secret: randomBytes(32).toString('base64') },
    ];
    for (const delivery of wrong) {
      expect(codesOf(await subscribe(delivery))).toStrictEqual(both(-32602));
    }
  });

  verifies(['E-064'], 'in its mode is unsupported', async () => {
    const replies = await subscribe({ mode: 'pigeon' });

    expect(replies.map(({ error }) => error?.data)).toStrictEqual(
      both({ feature: 'deliveryMode', value: 'pigeon' }),
    );
  });

  verifies(['E-143'], 'since its one task has ended is invalid', async () => {
    const [peer] = peers;
    const taskId = (await peer?.start('wait_for_finish')) ?? '';
    await servers().temporal.workflow.getHandle(taskId).signal('finish', 'done');
    await servers().temporal.workflow.getHandle(taskId).result();
    const params = { name: 'task.finished', arguments: { taskId } };

    expect(codesOf(await askAll('events/poll', params))).toStrictEqual(both(-32602));
    expect(codesOf(await subscribe({}, { arguments: { taskId } }))).toStrictEqual(both(-32602));
  });

  verifies(
    ['E-070', 'E-071', 'E-072', 'E-084', 'E-062'],
    'since its endpoint does not want it says why, and gets nothing',
    async () => {
      const unwilling = await startReceiver(secret);
      const silent = await startReceiver(secret);
      await silent.close();
      unwilling.answerChallenge = () => ({ status: 200, body: '{"challenge":"guessed"}' });
      const [wrong] = await subscribe({ url: unwilling.url });
      unwilling.answerChallenge = () => ({ status: 500 });
      const [failing] = await subscribe({ url: unwilling.url });
      const [closed] = await subscribe({ url: silent.url });
      await unwilling.close();

      expect([wrong, failing, closed].map((reply) => reply?.error)).toMatchObject([
        { code: -32015, message: 'CallbackEndpointError', data: { reason: 'challenge_failed' } },
        { data: { reason: 'http_5xx' } },
        { data: { reason: 'connection_refused' } },
      ]);
      expect(unwilling.posts.every(({ body }) => body['type'] === 'verification')).toBe(true);
      expect(unwilling.posts[0]?.headers['webhook-id']).toMatch(/^msg_verification_/);
    },
  );
});

describe('a cursor', () => {
  verifies(
    ['E-120', 'E-031', 'E-125', 'E-127'],
    'that is absent, null, malformed or of another event is no error',
    async () => {
      const [fresh] = await askAll('events/poll', { name: 'task.finished' });
      const cursor = fresh?.result?.['cursor'];
      const nulled = await askAll('events/poll', { name: 'task.finished', cursor: null });
      const malformed = await askAll('events/poll', { name: 'task.finished', cursor: 'x.y' });
      const others = await askAll('events/poll', { name: 'task.input_required', cursor });
      const own = await askAll('events/poll', { name: 'task.finished', cursor });
      const truncated = (replies: readonly RawMessage[]): unknown[] =>
        replies.map(({ result }) => result?.['truncated']);

      expect(Object.keys(fresh?.result ?? {})).toStrictEqual(
        expect.arrayContaining(['events', 'cursor', 'truncated', 'hasMore', 'nextPollMs']),
      );
      expect([nulled, malformed, others, own].map(truncated)).toStrictEqual([
        both(false),
        both(true),
        both(true),
        both(false),
      ]);
    },
  );
});

describe('streams', () => {
  verifies(['E-044', 'E-042', 'E-123'], 'live by heartbeats, and are ten at most', async () => {
    const [peer] = peers;
    const open = await Promise.all(
      Array.from({ length: 10 }, async () => peer?.stream({ name: 'task.finished' })),
    );
    const refused = await peer?.stream({ name: 'task.finished' });
    const isHeartbeat = ({ method }: RawMessage): boolean =>
      method === 'notifications/events/heartbeat';
    const heartbeat = await open[0]?.until('a heartbeat', isHeartbeat);
    for (const stream of open) await stream?.close();

    expect(refused?.messages[0]?.error).toMatchObject({
      message: 'ResourceExhausted',
      data: { limit: 'streams', max: 10 },
    });
    expect(heartbeat?.params).toMatchObject({
      cursor: expect.any(String),
      _meta: { 'io.modelcontextprotocol/subscriptionId': open[0]?.id },
    });
  });
});
