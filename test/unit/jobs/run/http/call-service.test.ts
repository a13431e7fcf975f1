/** Calls without a reply: whether the service may have got them, and what people are told. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { JobSenderOptions } from '../../../../../src/jobs/run/http/create-job-sender.js';
import type { Network } from '../../../../../src/transport/outgoing/allowed-address.js';
import { findQuietPort } from '../../../../support/find-quiet-port.js';
import { makeCertificate } from '../../../../support/make-certificate.js';

import {
  createTestSender,
  startJobService,
  stopJobServices,
  type TestAccess,
} from './loopback-service.js';

const servers: { readonly server: Server; readonly sockets: Socket[] }[] = [];
afterEach(() => {
  stopJobServices();
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** @param answer Gets the first bytes. */
async function listen(answer: (socket: Socket) => void = () => undefined): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answer(socket);
    });
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const resolveTo = (address: string): Network => ({
  resolve: (_hostname, _options, callback) => {
    callback(null, [{ address, family: 4 }]);
  },
  isPublic: (one) => one === '127.0.0.2',
});

async function failureOf(
  access: TestAccess,
  options: Pick<JobSenderOptions, 'network' | 'replyMs'> = {},
): Promise<unknown> {
  const call = createTestSender(access, options)({ method: 'POST' });
  return call.then(
    () => 'a reply',
    (error: unknown) => error,
  );
}

const HEAD = 'HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id":';

describe('a call is unsent', () => {
  it('when nothing listens', async () => {
    const origin = `http://127.0.0.1:${await findQuietPort()}`;

    expect(await failureOf({ origin })).toMatchObject({
      kind: 'unsent',
      message: expect.stringContaining('it refuses connections'),
    });
  });

  it('when the name is unknown', async () => {
    const network: Network = {
      resolve: (_hostname, _options, callback) => {
        callback(Object.assign(new Error('10.0.0.9'), { code: 'ENOTFOUND' }), []);
      },
    };

    expect(await failureOf({ origin: 'https://ci.example' }, { network })).toMatchObject({
      kind: 'unsent',
      message: 'ci.example cannot be reached: its name is unknown.',
    });
  });

  it('when it speaks no TLS, or never begins it', async () => {
    const plain = await startJobService((response) => response.end());
    const silent = await listen();
    const replyMs = 500;

    expect(await failureOf({ origin: `https://localhost:${plain.port}` })).toMatchObject({
      kind: 'unsent',
    });
    expect(await failureOf({ origin: `https://localhost:${silent}` }, { replyMs })).toMatchObject({
      kind: 'unsent',
      message: expect.stringContaining('the time is over'),
    });
  });
});

describe('a call is forbidden', () => {
  it('to a service whose certificate is of an unknown authority (N7)', async () => {
    const certificate = makeCertificate('localhost');
    const { port, seen } = await startJobService((response) => response.end(), { certificate });

    expect(await failureOf({ origin: `https://localhost:${port}` })).toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(/authority .*CERT.*NODE_EXTRA_CA_CERTS of the Worker\.$/),
    });
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['a private address', 'https', false, '127.0.0.1'],
    ['a public address over http:', 'http', true, '127.0.0.2'],
    ['a public address in another spelling over http:', 'http', true, '::ffff:127.0.0.2'],
  ])('to %s', async (_what, scheme, internalAddresses, address) => {
    const service = await startJobService((response) => response.end(), { host: '0.0.0.0' });
    const literal = address.includes(':') ? `[${address}]` : address;
    for (const host of ['named.example', literal]) {
      const { origin } = new URL(`${scheme}://${host}:${service.port}`);
      const options = { network: resolveTo(address) };

      expect(await failureOf({ origin, internalAddresses }, options)).toMatchObject({
        kind: 'forbidden',
        message: expect.stringMatching(/address/),
      });
    }
    expect(service.seen).toHaveLength(0);
  });
});

describe('a call is unanswered', () => {
  it.each<readonly [string, (socket: Socket) => void]>([
    ['when the connection is closed', (socket) => socket.end()],
    ['when the connection is reset', (socket) => socket.resetAndDestroy()],
    ['when the reply is no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['when the body ends early', (socket) => socket.end(HEAD)],
  ])('%s', async (_how, answer) => {
    const failure = await failureOf({ origin: `http://127.0.0.1:${await listen(answer)}` });

    expect(failure).toMatchObject({
      name: 'JobCallError',
      kind: 'unanswered',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ has sent no complete reply: /),
    });
    expect(failure).not.toHaveProperty('cause');
  });

  it.each<readonly [string, (socket: Socket) => void]>([
    ['nothing', () => undefined],
    ['a part of the body', (socket) => socket.write(HEAD)],
  ])('when only %s comes in time', async (_what, answer) => {
    const origin = `http://127.0.0.1:${await listen(answer)}`;

    expect(await failureOf({ origin }, { replyMs: 1_000 })).toMatchObject({
      kind: 'unanswered',
      message: expect.stringContaining('the time is over'),
    });
  });
});
