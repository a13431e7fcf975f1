import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from '@jest/globals';

import { eventually } from '../../../../support/eventually.js';
import { createTestGate, type ServedApp, withApps } from '../../../../support/serve-app.js';

const MIB = 1024 * 1024;
const serve = withApps();
const open: ClientRequest[] = [];
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const limits = { perPrincipal: { openBytes: 4 * MIB }, overall: { openBytes: 8 * MIB } };

/** Begins a body, and does not end it. */
function begin({ url }: ServedApp, token: string, headers: Record<string, string>): ClientRequest {
  const request = sendRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  request.on('error', () => undefined);
  request.write('{');
  open.push(request);
  return request;
}

async function post(app: ServedApp, token: string, bytes: number): Promise<number | undefined> {
  const body = { ...LIST, params: { text: 'x'.repeat(bytes) } };
  return (await app.send({ headers: { authorization: `Bearer ${token}` }, body })).status;
}

describe('large bodies', () => {
  it.each([
    ['announces 4 MiB', { 'content-length': String(4 * MIB) }],
    ['does not say how much comes', { 'transfer-encoding': 'chunked' }],
    ['is compressed', { 'content-length': '20000', 'content-encoding': 'gzip' }],
  ])('count while they come, where one %s', async (_what, headers) => {
    const app = await serve({ gate: createTestGate(), limits });
    begin(app, 'good-ada', headers);
    await eventually('it counts', async () => (await post(app, 'good-ada', MIB)) === 429);

    // Small ones do not count, nor do those of others.
    expect(await post(app, 'good-ada', 1_000)).toBe(203);
    expect(await post(app, 'good-eve', MIB)).toBe(203);

    for (const request of open.splice(0)) request.destroy();
    await eventually('it counts no more', async () => (await post(app, 'good-ada', MIB)) === 203);
  });

  it('are refused when there are too many of all together', async () => {
    const app = await serve({ gate: createTestGate(), limits });
    for (const name of ['good-1', 'good-2']) {
      begin(app, name, { 'content-length': String(4 * MIB) });
    }
    await eventually('they count', async () => (await post(app, 'good-3', MIB)) === 429);

    expect(await post(app, 'good-3', 1_000)).toBe(203);
  });

  it('count as large as they are for as long as the answer takes', async () => {
    const wait = new AbortController();
    let isWaiting = false;
    const app = await serve({
      gate: createTestGate(),
      limits,
      answer: async (_request, { body }) => {
        if (JSON.stringify(body).length > 3 * MIB) {
          isWaiting = true;
          await once(wait.signal, 'abort');
        }
        return Response.json({});
      },
    });
    const first = post(app, 'good-ada', 3 * MIB);
    await eventually('the first one waits', () => (isWaiting ? true : undefined));

    // It was chunked, and is 3 MiB now rather than 4.
    expect(await post(app, 'good-ada', MIB / 2)).toBe(200);
    expect(await post(app, 'good-ada', 2 * MIB)).toBe(429);
    wait.abort();
    await first;

    expect(await post(app, 'good-ada', 2 * MIB)).toBe(200);
  });

  it('are refused for their size before they come', async () => {
    const app = await serve({ gate: createTestGate(), limits });
    const request = begin(app, 'good-ada', { 'content-length': String(100 * MIB) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];

    expect(response.statusCode).toBe(413);
    expect(await text(response)).toContain('larger than 4 MiB');
  });
});
