import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect } from '@jest/globals';

import type { WebhookReply } from '../../../../src/core/event/webhook.js';
import { createWebhookSender } from '../../../../src/transport/webhooks/create-webhook-sender.js';
import { verifies } from '../../../support/conformance/verify-events.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function send(
  url: string,
  { maxReplyBytes = 0, loopbackHttp = true, timeoutMs = 2_000 } = {},
): Promise<WebhookReply> {
  const sender = createWebhookSender({ loopbackHttp });
  const message = { messageId: 'evt_1', body: '{}' };
  return sender.send({ id: 'sub_1', url, secrets: [secret] }, message, {
    timeoutMs,
    maxReplyBytes,
  });
}

describe('createWebhookSender', () => {
  verifies(['E-082'], 'follows no redirect', async () => {
    let visits = 0;
    const port = await listen((request, response) => {
      visits += 1;
      response.writeHead(302, { location: request.url === '/' ? '/again' : '/' }).end();
    });

    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(visits).toBe(1);
  });

  verifies(['E-105'], 'waits no longer than it may for headers that never come', async () => {
    const port = await listen(() => undefined);

    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).toStrictEqual({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  verifies(['E-074'], 'reads no more of an answer that has no end than is wanted', async () => {
    const port = await listen((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
        response.once('drain', more);
      };
      more();
    });
    const reply = await send(`http://127.0.0.1:${port}/`, { maxReplyBytes: 8_192 });

    expect(reply).toMatchObject({ status: 200, body: 'x'.repeat(8_192) });
  });

  verifies(
    ['E-080', 'E-081', 'E-084'],
    'sends nothing to an internal address, as a literal or behind a name',
    async () => {
      let visits = 0;
      const port = await listen((_request, response) => {
        visits += 1;
        response.end();
      });
      const refused = { kind: 'failed', reason: 'connection_refused' };
      const closed = { loopbackHttp: false };

      expect(await send(`http://127.0.0.1:${port}/`, closed)).toStrictEqual(refused);
      expect(await send(`http://localhost:${port}/`)).toStrictEqual(refused);
      expect(await send('https://localhost/')).toStrictEqual(refused);
      expect(await send('https://[::ffff:127.0.0.1]/')).toStrictEqual(refused);
      expect(await send('https://169.254.169.254/')).toStrictEqual(refused);
      expect(await send('https://2130706433/')).toStrictEqual(refused);
      expect(visits).toBe(0);
    },
  );

  verifies(['E-108'], 'says how long an endpoint wants to be left alone', async () => {
    const port = await listen((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });

    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
    });
  });

  verifies(
    ['E-052', 'E-083', 'E-085'],
    'finds fault with schemes, ports and hosts that are not allowed',
    () => {
      const anywhere = createWebhookSender({});
      const listed = createWebhookSender({
        hosts: ['a.example', '*.b.example'],
        ports: [443, 9000],
      });
      const find = (sender: typeof anywhere, url: string): boolean =>
        sender.findFault(new URL(url)) === undefined;

      expect(
        ['http://a.example/', 'https://a.example:22/', 'https://a.example/'].map((url) =>
          find(anywhere, url),
        ),
      ).toStrictEqual([false, false, true]);
      expect(
        [
          'https://a.example/',
          'https://x.b.example:9000/',
          'https://b.example/',
          'https://c.example/',
        ].map((url) => find(listed, url)),
      ).toStrictEqual([true, true, false, false]);
    },
  );
});
