import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Logger } from '../../../src/core/logger.js';
import { createHttpApp, type HttpAppOptions } from '../../../src/http/create-http-app.js';
import { type HttpServerHandle, startHttpServer } from '../../../src/http/start-http-server.js';
import { parseManifest } from '../../../src/manifest/load-manifest.js';
import type { Generation } from '../../../src/mcp/generation.js';
import { createGenerations } from '../../support/create-generations.js';
import { createEchoGeneration } from '../../support/echo-generation.js';
import { FakeTasks } from '../../support/fake-tasks.js';
import { testSealer } from '../../support/test-sealer.js';

const { tools } = parseManifest(`
defaults: { taskQueue: q }
tools:
  place_order: { workflow: placeOrder }
`);
const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const servers: HttpServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

interface Served {
  readonly url: string;
  readonly tasks: FakeTasks;
}

async function serve(options: Partial<HttpAppOptions> = {}): Promise<Served> {
  const tasks = new FakeTasks();
  // The oldest alone, which takes whatever no other one claims.
  const [, ...oldest] = await createGenerations({ tasks, tools, sealer: testSealer });
  const generations = oldest as [Generation, ...Generation[]];
  const app = createHttpApp({ generations, ...options });
  const server = await startHttpServer(app, { port: 0 }, async () => {
    await Promise.all(generations.map(async (generation) => generation.close()));
  });
  servers.push(server);
  return { url: server.url, tasks };
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

/** Sends one request; unlike `fetch`, also with a Host header of its own. */
async function send(url: string, { method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
  const request = sendRequest(url, { method, headers: { ...JSON_HEADERS, ...headers } });
  request.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function errorOf({ body }: Answer): unknown {
  const { error } = JSON.parse(body) as { error?: unknown };
  return error;
}

describe('createHttpApp', () => {
  it.each([
    ['another name', 'evil.example', undefined, 403],
    ['another name with a port', 'evil.example:7400', undefined, 403],
    ['a name that begins like a local one', 'localhost.evil.example', undefined, 403],
    ['the local name', 'localhost', undefined, 200],
    ['the local name with a port', 'localhost:7400', undefined, 200],
    ['the IPv6 address', '[::1]:7400', undefined, 200],
    ['an allowed name', 'mcp.example.com', ['mcp.example.com'], 200],
    ['a local name where others are allowed', 'localhost', ['mcp.example.com'], 403],
  ])('answers a Host that is %s (%s, allowed: %s) with %i', async (...row) => {
    const [, host, allowedHosts, expected] = row;
    const { url } = await serve(allowedHosts && { allowedHosts });

    await expect(send(url, { headers: { host }, body: LIST })).resolves.toMatchObject({
      status: expected,
    });
  });

  it.each([
    ['another site', 'https://evil.example', 403],
    ['a sandboxed page', 'null', 403],
    ['a local page', 'http://localhost:6274', 200],
  ])('answers %s (%s) with %i', async (_what, origin, expected) => {
    const { url, tasks } = await serve();
    const params = { name: 'place_order', task: {} };
    const answer = await send(url, {
      headers: { origin },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });

    expect(answer.status).toBe(expected);
    expect(tasks.created).toHaveLength(expected === 200 ? 1 : 0);
  });

  it('refuses a foreign origin before it reads the body', async () => {
    const { url } = await serve();
    const headers = { origin: 'https://evil.example' };

    await expect(send(url, { headers, body: '{' })).resolves.toHaveProperty('status', 403);
  });

  it.each([
    ['a broken object', '{"jsonrpc":'],
    ['a text', 'hello'],
    ['a number', '5'],
  ])('answers a body that is %s with a parse error', async (_what, body) => {
    const { url } = await serve();
    const answer = await send(url, { body });

    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toStrictEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error: the body is not JSON.' },
      id: null,
    });
  });

  it('answers a body of 4 MiB and more with 413', async () => {
    const { url } = await serve();
    const answer = await send(url, { body: `"${'x'.repeat(4 * 1024 * 1024)}"` });

    expect(answer.status).toBe(413);
    expect(errorOf(answer)).toStrictEqual({
      code: -32600,
      message: 'The request is larger than 4mb.',
    });
  });

  it.each([
    ['JSON that is no message', JSON.stringify({ hello: 'world' }), {}, 400],
    ['no body', '', {}, 400],
    ['another media type', '<a/>', { 'content-type': 'text/xml' }, 415],
    ['another character set', '{}', { 'content-type': 'application/json; charset=x' }, 415],
    ['a compression that is not known', '{}', { 'content-encoding': 'x' }, 415],
    ['a client that does not take streams', '{}', { accept: 'application/json' }, 406],
    [
      'a protocol revision that is not known',
      JSON.stringify(LIST),
      { 'mcp-protocol-version': '1' },
      400,
    ],
  ])('answers %s as a mistake of the client, in JSON', async (...[, body, headers, status]) => {
    const { url } = await serve();
    const answer = await send(url, { body, headers: headers });

    expect(answer.status).toBe(status);
    expect(errorOf(answer)).toMatchObject({ code: expect.any(Number) });
  });

  it('answers another path with 404', async () => {
    const { url } = await serve();
    const other = url.replace('/mcp', '/');

    await expect(send(other, { body: LIST })).resolves.toHaveProperty('status', 404);
    await expect(send(`${url}/x`, { body: LIST })).resolves.toHaveProperty('status', 404);
  });

  it('says nothing of an error that nobody foresaw, and logs it', async () => {
    const logged: unknown[] = [];
    const log: Logger['error'] = (...entry) => logged.push(entry);
    const failure = new Error('secret');
    const broken = createEchoGeneration('2099-01-01');
    const { url } = await serve({
      logger: { info: log, warn: log, error: log },
      generations: [{ ...broken, http: { ...broken.http, answer: () => Promise.reject(failure) } }],
    });
    const answer = await send(url, { body: LIST });

    expect(answer).toMatchObject({ status: 500 });
    expect(errorOf(answer)).toStrictEqual({ code: -32603, message: 'Internal error.' });
    expect(logged).toStrictEqual([[{ err: failure }, 'An HTTP request failed']]);
  });

  it('ends the wait of a client that goes away, and lets its task go on', async () => {
    const { url, tasks } = await serve();
    const controller = new AbortController();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'place_order' } };
    const answer = fetch(url, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    await tasks.untilCreated(1);
    controller.abort();

    await expect(answer.then(async (response) => response.text())).rejects.toThrow();
    await expect(tasks.get('task-1', 'local')).resolves.toMatchObject({ cancelRequested: false });
  });
});

describe('startHttpServer', () => {
  it('says where it listens', async () => {
    const { url } = await serve();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

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

  it('ends open requests when it is closed', async () => {
    const { url, tasks } = await serve();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'place_order' } };
    const answer = send(url, { body });
    await tasks.untilCreated(1);
    const [ended] = await Promise.all([answer, servers.pop()?.close()]);

    // A stream, which has begun, and has nothing more to say.
    expect(ended).toMatchObject({ status: 200, body: '' });

    await expect(send(url, { body })).rejects.toThrow('ECONNREFUSED');
  });
});
