import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { WebhookReply } from '../../../../src/core/webhook/webhook-sender.js';
import { createWebhookSender } from '../../../../src/transport/webhooks/create-webhook-sender.js';

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
  { internalAddresses = true, replyMs = 5_000 } = {},
): Promise<WebhookReply> {
  const told = { events: [], tellOwner: false, tellQuestions: false };
  const webhook = { url, secret: [secret], ...told, internalAddresses };
  return createWebhookSender({ replyMs })(webhook, { messageId: 'evt_1', body: '{}' });
}

describe('createWebhookSender', () => {
  it('follows no redirect', async () => {
    let visits = 0;
    const port = await listen((request, response) => {
      visits += 1;
      response.writeHead(302, { location: request.url === '/' ? '/again' : '/' }).end();
    });

    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(visits).toBe(1);
  });

  it('waits no longer than it may for headers that never come', async () => {
    const port = await listen(() => undefined);

    expect(await send(`http://127.0.0.1:${port}/`, { replyMs: 100 })).toEqual({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  it('reads nothing of an answer that has no end', async () => {
    const port = await listen((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
        response.once('drain', more);
      };
      more();
    });

    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'replied', status: 200 });
  });

  it('sends nothing to an internal address, as a literal or behind a name', async () => {
    let visits = 0;
    const port = await listen((_request, response) => {
      visits += 1;
      response.end();
    });
    const refused = { kind: 'failed', reason: 'connection_refused' };
    const urls = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      'https://localhost/',
      'https://[::ffff:127.0.0.1]/',
      'https://169.254.169.254/',
      'https://2130706433/',
    ];
    const replies = await Promise.all(
      urls.map(async (url) => send(url, { internalAddresses: false })),
    );

    expect(replies).toEqual(urls.map(() => refused));
    expect(visits).toBe(0);
  });

  it('says how long an endpoint wants to be left alone', async () => {
    const port = await listen((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });

    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
    });
  });
});
