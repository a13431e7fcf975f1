/** Names that resolve to another address the next time, and endpoints that hang, lie and redirect. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { WebhookReply } from '../../../../src/core/webhook/webhook-sender.js';
import type { Network } from '../../../../src/transport/outgoing/allowed-address.js';
import { createWebhookSender } from '../../../../src/transport/webhooks/create-webhook-sender.js';

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
const webhook = (url: string) => ({
  url,
  secret: [secret],
  events: [],
  tellOwner: false,
  tellQuestions: false,
  internalAddresses: false,
});

describe('a name that changes between two attempts', () => {
  it('is looked up and checked at each, and nothing is sent to where it must not lead', async () => {
    // The listener does not speak TLS, because only the destination of a connection matters here.
    const outside = await listen(OUTSIDE, { answer: (socket) => socket.destroy() });
    const { port } = outside;
    const inside = await listen(INSIDE, { port });
    const network = rebinding([OUTSIDE], [INSIDE], [OUTSIDE, INSIDE], [OUTSIDE]);
    const send = createWebhookSender(network);
    const replies: WebhookReply[] = [];
    const visits: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const url = `https://rebind.example:${port}/hook`;
      replies.push(await send(webhook(url), message));
      visits.push(outside.visits());
    }

    expect(network.asked).toStrictEqual(Array(4).fill('rebind.example'));
    // A refused address looks like a port without a listener.
    expect(replies[1]).toStrictEqual({ kind: 'failed', reason: 'connection_refused' });
    expect(visits).toStrictEqual([1, 1, 1, 2]);
    expect(inside.visits()).toBe(0);
  });

  it('is looked up once for a connection, which goes to the address that was checked', async () => {
    const outside = await listen(OUTSIDE, { answer: (socket) => socket.destroy() });
    const { port } = outside;
    const inside = await listen(INSIDE, { port });
    const network = rebinding([OUTSIDE], [INSIDE]);
    await createWebhookSender(network)(webhook(`https://rebind.example:${port}/`), message);

    expect(network.asked).toHaveLength(1);
    expect([outside.visits(), inside.visits()]).toStrictEqual([1, 0]);
  });
});

/** Sends to a loopback server over plain HTTP. */
async function sendTo(answer: (socket: Socket) => void): Promise<WebhookReply> {
  const { port } = await listen(INSIDE, { answer });
  const local = { ...webhook(`http://127.0.0.1:${port}/`), internalAddresses: true };
  return createWebhookSender({ replyMs: 300 })(local, message);
}

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

describe('an endpoint that hangs', () => {
  const timeout = { kind: 'failed', reason: 'timeout' };

  it.each<readonly [string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends headers a byte at a time', (socket) => void trickle(socket, HEAD)],
  ])('and %s has its time, and no more', async (_how, answer) => {
    expect(await sendTo(answer)).toStrictEqual(timeout);
  });

  it('and never begins TLS has its time, and no more', async () => {
    const { port } = await listen(INSIDE);
    const local = { ...webhook(`https://localhost:${port}/`), internalAddresses: true };

    expect(await createWebhookSender({ replyMs: 300 })(local, message)).toStrictEqual(timeout);
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
    ['changes to another protocol', `${SWITCH}${HEAD}\r\n`],
    ['has headers without an end', `${HEAD}x: ${'y'.repeat(100_000)}`],
  ])('by an answer that %s has failed', async (_how, text) => {
    const reply = await sendTo((socket) => socket.end(text));

    expect(reply).toMatchObject({ kind: 'failed' });
  });
});
