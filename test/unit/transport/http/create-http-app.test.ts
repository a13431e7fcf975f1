import { once } from 'node:events';
import {
  createServer as createNodeServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Logger } from '../../../../src/core/logger.js';
import type { Caller } from '../../../../src/core/person/caller.js';
import { LOCAL_OWNER } from '../../../../src/core/person/owner.js';
import {
  createHttpApp,
  type HttpAppOptions,
} from '../../../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../../../src/transport/http/start-http-server.js';
import { createEchoGeneration, type EchoAnswer } from '../../../support/echo-generation.js';
import { eventually } from '../../../support/eventually.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const servers: HttpServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

async function serve({
  answer,
  ...options
}: Omit<HttpAppOptions, 'generations'> & {
  /** Replaces the default answer, which is an echo. */
  readonly answer?: EchoAnswer;
} = {}) {
  const generation = createEchoGeneration('2099-01-01', answer);
  const app = createHttpApp({ ...options, generations: [generation] });
  const server = await startHttpServer(app, { port: 0 });
  servers.push(server);
  return { url: server.url, generation };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one request. Unlike `fetch`, it can set the Host header. */
async function send(url: string, { method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
  const request = sendRequest(url, { method, headers: { ...JSON_HEADERS, ...headers } });
  request.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // The server may answer and close before the client has sent the whole request.
  request.on('error', () => undefined);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function errorOf({ body }: Answer): unknown {
  const { error } = JSON.parse(body) as { error?: unknown };
  return error;
}

describe('createHttpApp', () => {
  it('asks no generation for a client that left while it was identified', async () => {
    let identify: (caller: Caller) => void = () => undefined;
    const caller = new Promise<Caller>((resolve) => {
      identify = resolve;
    });
    const asked = new AbortController();
    const isAsked = once(asked.signal, 'abort');
    const generation = createEchoGeneration('2099-01-01');
    const app = createHttpApp({
      generations: [generation],
      identify: async () => {
        asked.abort();
        return caller;
      },
    });
    const server = createNodeServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const opened = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const request = sendRequest(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: JSON_HEADERS,
    });
    request.on('error', () => undefined);
    request.end(JSON.stringify(LIST));
    const [, response] = await opened;
    await isAsked;
    const left = once(response, 'close');
    request.destroy();
    await left;
    identify({ owner: LOCAL_OWNER });
    await setImmediate();
    server.close();

    expect(generation.heard).toStrictEqual([]);
  });

  it.each([
    ['another name', 'evil.example', undefined, 403],
    ['another name with a port', 'evil.example:7400', undefined, 403],
    ['a name that begins like a local one', 'localhost.evil.example', undefined, 403],
    ['the local name', 'localhost', undefined, 203],
    ['the local name with a port', 'localhost:7400', undefined, 203],
    ['the IPv6 address', '[::1]:7400', undefined, 203],
    ['an allowed name', 'mcp.example.com', ['mcp.example.com'], 203],
    ['a local name where others are allowed', 'localhost', ['mcp.example.com'], 403],
  ])('answers a Host that is %s (%s, allowed: %s) with %i', async (...row) => {
    const [, host, allowedHosts, expected] = row;
    const { url } = await serve(allowedHosts && { allowedHosts });

    await expect(send(url, { headers: { host }, body: LIST })).resolves.toMatchObject({
      status: expected,
    });
  });

  it('refuses a foreign origin before it reads the body', async () => {
    const { url } = await serve();
    const headers = { origin: 'https://evil.example' };

    await expect(send(url, { headers, body: '{' })).resolves.toHaveProperty('status', 403);
  });

  it.each([
    ['another character set', '{}', { 'content-type': 'application/json; charset=x' }],
    ['UTF-16', '{}', { 'content-type': 'application/json; charset=utf-16le' }],
    ['a compression that is not known', '{}', { 'content-encoding': 'x' }],
  ])('answers %s as a mistake of the client, in JSON', async (_what, body, headers) => {
    const { url } = await serve();
    const answer = await send(url, { body, headers });

    expect(answer.status).toBe(415);
    expect(errorOf(answer)).toMatchObject({ code: expect.any(Number) });
  });

  it('says nothing of an error that nobody foresaw, and logs it', async () => {
    const logged: unknown[] = [];
    const log: Logger['error'] = (...entry) => logged.push(entry);
    const failure = new Error('secret');
    const { url } = await serve({
      logger: { info: log, warn: log, error: log },
      answer: async () => Promise.reject(failure),
    });
    const answer = await send(url, { body: LIST });

    expect(answer).toMatchObject({ status: 500 });
    expect(errorOf(answer)).toStrictEqual({ code: -32603, message: 'Internal error.' });
    expect(logged).toStrictEqual([[{ err: failure }, 'An HTTP request failed']]);
  });
});

describe('startHttpServer', () => {
  it.each([
    ['a port that is taken', (port: number) => ({ port }), 'is taken by another program'],
    [
      'an address of another machine',
      () => ({ port: 0, host: '192.0.2.1' }),
      'Name another with --host',
    ],
  ])('says what to do about %s', async (_what, toOptions, message) => {
    const { url } = await serve();
    const options = toOptions(Number(new URL(url).port));
    const app = createHttpApp({ generations: [createEchoGeneration('2099-01-01')] });

    await expect(startHttpServer(app, options)).rejects.toThrow(message);
  });

  it('ends open requests when it is closed, first as their generation does', async () => {
    const order: string[] = [];
    const asked = new AbortController();
    const isAsked = once(asked.signal, 'abort');
    const answer: EchoAnswer = async ({ signal }) => {
      const left = once(signal, 'abort');
      asked.abort();
      await left;
      order.push('left');
      return new Response(null);
    };
    const generation = createEchoGeneration('2099-01-01', answer);
    const app = createHttpApp({ generations: [generation] });
    const close = async (): Promise<void> => {
      order.push('closed');
      return generation.close();
    };
    const server = await startHttpServer(app, { port: 0, drainMs: 0 }, { close });
    const open = send(server.url, { body: LIST });
    await isAsked;
    await Promise.all([expect(open).rejects.toThrow(), server.close()]);
    await eventually('the end of the request', () => order.length === 2);

    expect(order).toStrictEqual(['closed', 'left']);
    await expect(send(server.url, { body: LIST })).rejects.toThrow('ECONNREFUSED');
    // A second close does not wait.
    await server.close();
  });
});
