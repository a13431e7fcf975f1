/** Names that resolve to another address the next time, and endpoints that hang, lie and redirect. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { WebhookReply } from '../../../../src/core/event/webhook.js';
import { verifyEndpoint } from '../../../../src/service/events/verify-endpoint.js';
import {
  createWebhookSender,
  type Network,
} from '../../../../src/transport/webhooks/create-webhook-sender.js';
import { verifies } from '../../../support/conformance/verify-events.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
/** Also an address of this machine. The tests treat it as an address of the public Internet. */
const OUTSIDE = '127.0.0.2';
const INSIDE = '127.0.0.1';

const servers: { readonly server: Server; readonly sockets: Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** @param answer Writes the answer, in pieces, once the first bytes have come. */
async function listen(
  host: string,
  { port = 0, answer = () => undefined }: { port?: number; answer?: (socket: Socket) => void } = {},
) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answer(socket);
    });
  });
  servers.push({ server, sockets });
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, visits: () => sockets.length };
}

/** Resolves a name to other addresses each time, like the DNS server of an attacker. */
function rebinding(
  ...turns: readonly (readonly string[])[]
): Network & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: (hostname, _options, callback) => {
      const addresses = turns[asked.length] ?? [];
      asked.push(hostname);
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    },
    isPublic: (address) => address === OUTSIDE,
  };
}

const message = { messageId: 'evt_1', body: '{}' };
const target = (url: string) => ({ id: 'sub_1', url, secrets: [secret] });

describe('a name that changes between two attempts', () => {
  verifies(
    ['E-080', 'E-081'],
    'is looked up and checked at each, and nothing is sent to where it must not lead',
    async () => {
      // The listener does not speak TLS, because only the destination of a connection matters here.
      const outside = await listen(OUTSIDE, { answer: (socket) => socket.destroy() });
      const { port } = outside;
      const inside = await listen(INSIDE, { port });
      const network = rebinding([OUTSIDE], [INSIDE], [OUTSIDE, INSIDE], [OUTSIDE]);
      const sender = createWebhookSender({ ports: [port] }, network);
      const replies: WebhookReply[] = [];
      const visits: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        const url = `https://rebind.example:${port}/hook`;
        replies.push(await sender.send(target(url), message, { timeoutMs: 2_000 }));
        visits.push(outside.visits());
      }

      expect(network.asked).toStrictEqual(Array(4).fill('rebind.example'));
      // A refused address looks like a port without a listener.
      expect(replies[1]).toStrictEqual({ kind: 'failed', reason: 'connection_refused' });
      expect(visits).toStrictEqual([1, 1, 1, 2]);
      expect(inside.visits()).toBe(0);
    },
  );

  it('is looked up once for a connection, which goes to the address that was checked', async () => {
    const outside = await listen(OUTSIDE, { answer: (socket) => socket.destroy() });
    const { port } = outside;
    const inside = await listen(INSIDE, { port });
    const network = rebinding([OUTSIDE], [INSIDE]);
    const sender = createWebhookSender({ ports: [port] }, network);
    await sender.send(target(`https://rebind.example:${port}/`), message, { timeoutMs: 2_000 });

    expect(network.asked).toHaveLength(1);
    expect([outside.visits(), inside.visits()]).toStrictEqual([1, 0]);
  });
});

/** Sends to a loopback server over plain HTTP. */
async function sendTo(
  answer: (socket: Socket) => void,
  { timeoutMs = 300, maxReplyBytes = 0 } = {},
): Promise<WebhookReply> {
  const { port } = await listen(INSIDE, { answer });
  const sender = createWebhookSender({ loopbackHttp: true });
  return sender.send(target(`http://127.0.0.1:${port}/`), message, { timeoutMs, maxReplyBytes });
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

describe('an endpoint that hangs', () => {
  const timeout = { kind: 'failed', reason: 'timeout' };

  it.each<readonly [string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends headers a byte at a time', (socket) => void trickle(socket, HEAD)],
    [
      'begins a body and leaves it there',
      (socket) => socket.write(`${HEAD}content-length: 99\r\n\r\n{`),
    ],
    [
      'sends a body a byte at a time',
      (socket) => {
        socket.write(`${HEAD}content-length: 999999\r\n\r\n`);
        void trickle(socket, 'x'.repeat(10_000));
      },
    ],
  ])('and %s has its time, and no more', async (_how, answer) => {
    expect(await sendTo(answer, { maxReplyBytes: 8_192 })).toStrictEqual(timeout);
  });

  it('and never begins TLS has its time, and no more', async () => {
    const { port } = await listen(INSIDE);
    const sender = createWebhookSender({ ports: [port], internalAddresses: true });
    const url = `https://localhost:${port}/`;

    expect(await sender.send(target(url), message, { timeoutMs: 300 })).toStrictEqual(timeout);
  });
});

async function trickle(socket: Socket, text: string): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('an endpoint that lies', () => {
  it.each([
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['has two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['has headers without an end', `${HEAD}x: ${'y'.repeat(100_000)}`],
    ['ends before its length', `${HEAD}content-length: 99\r\n\r\n{}`],
  ])('by an answer that %s has failed', async (_how, text) => {
    const reply = await sendTo((socket) => socket.end(text), { maxReplyBytes: 8_192 });

    expect(reply).toMatchObject({ kind: 'failed' });
  });

  verifies(
    ['E-072', 'E-084'],
    'about its challenge is not verified, and is told one word',
    async () => {
      const lies = [
        '{"challenge":null}',
        '{"challenge":["x"]}',
        '{"data":{"challenge":"x"}}',
        '"x"',
        '',
        '<html>',
        `{"challenge":"${'0'.repeat(64)}"}`,
        `${' '.repeat(9_000)}{"challenge":"x"}`,
      ];
      const reasons: unknown[] = [];
      for (const body of lies) {
        const sender = {
          findFault: () => undefined,
          send: async () => Promise.resolve({ kind: 'replied', status: 200, body } as const),
        };
        reasons.push(await verifyEndpoint(sender, target('https://a.example/')));
      }

      expect(reasons).toStrictEqual(lies.map(() => 'challenge_failed'));
    },
  );

  verifies(['E-082', 'E-072'], 'by leading elsewhere is not verified', async () => {
    const elsewhere = await listen(INSIDE);
    const location = `http://127.0.0.1:${elsewhere.port}/`;
    const reasons: unknown[] = [];
    for (const status of [301, 302, 303, 307, 308]) {
      const { port } = await listen(INSIDE, {
        answer: (socket) =>
          socket.end(
            `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
          ),
      });
      const sender = createWebhookSender({ loopbackHttp: true });
      reasons.push(await verifyEndpoint(sender, target(`http://127.0.0.1:${port}/`)));
    }

    expect(reasons).toStrictEqual(Array(5).fill('challenge_failed'));
    expect(elsewhere.visits()).toBe(0);
  });
});
