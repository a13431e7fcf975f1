/** The limits of one principal, which must not affect other principals. */
import { describe, expect, it } from '@jest/globals';

import {
  type Answer,
  beginSession,
  LIST,
  post26,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';

const there = withProtectedServer({
  limits:
    '{ perPrincipal: { requestsPerMinute: 40, callsPerMinute: 2, openRequests: 3, openStreams: 1 }, overall: { requestsPerMinute: 100 }, pollsPerMinute: 5 }',
  worker: true,
});

async function tokenOf(sub: string): Promise<string> {
  return there().issuer.sign({ claims: { sub } });
}

function expectTooMany({ status, headers, message }: Answer, what: string): void {
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(message.error).toMatchObject({
    code: -32000,
    message: expect.stringContaining(what) as unknown,
  });
}

describe('a principal who sends too much', () => {
  it('is told so, in both generations, and when to come back', async () => {
    const { send25, send26 } = there();
    const token = await tokenOf('ada');
    const answers = await Promise.all(
      Array.from({ length: 45 }, async (_one, index) =>
        index % 2 === 0 ? send25(token, LIST) : send26(token, 'tools/list'),
      ),
    );
    const statuses = answers.map(({ status }) => status);

    // The limit is 3 requests at a time. The server refuses further ones with 429.
    expect(new Set(statuses)).toStrictEqual(new Set([200, 429]));

    await eventually('the minute is used up', async () => {
      const { text } = await send25(token, LIST);
      return text.includes('40 requests a minute');
    });
    expectTooMany(await send25(token, LIST), '40 requests a minute');
    expectTooMany(await send26(token, 'tools/list'), '40 requests a minute');
    // Another token of the same principal shares the limit.
    expectTooMany(await send25(await tokenOf('ada'), LIST), '40 requests a minute');
  });

  it('keeps nobody else from being answered', async () => {
    const { send25 } = there();
    const ada = await tokenOf('ada');
    const eve = await tokenOf('eve');
    const flood = Promise.all(Array.from({ length: 200 }, async () => send25(ada, LIST)));
    const answer = await send25(eve, LIST);
    await flood;

    expect(answer.status).toBe(200);
    expect(await send25(eve, LIST)).toHaveProperty('status', 200);
  });

  it('may look at a task now and then, and at others meanwhile', async () => {
    const { send25, send26 } = there();
    const token = await tokenOf('cat');
    const poll = async (taskId: string): Promise<Answer> =>
      send25(token, { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId } });
    for (let time = 0; time < 5; time += 1) expect((await poll('mcp-x')).status).toBe(200);

    expectTooMany(await poll('mcp-x'), 'look at a task 5 times a minute');
    expectTooMany(await send26(token, 'tasks/get', { taskId: 'mcp-x' }), 'its poll interval says');

    expect((await poll('mcp-y')).status).toBe(200);
    expect(await send25(token, LIST)).toHaveProperty('status', 200);
  });

  it('has so many streams open, and can still ask for other things', async () => {
    const { url, send25 } = there();
    const token = await tokenOf('dan');
    const bearer = { authorization: `Bearer ${token}` };
    const session = await beginSession(there(), token);
    const get = async (signal: AbortSignal): Promise<Response> =>
      fetch(url, {
        headers: { ...bearer, accept: 'text/event-stream', 'mcp-session-id': session },
        signal,
      });
    const leave = new AbortController();
    const first = await get(leave.signal);

    expect(first.status).toBe(200);

    const listen = await post26(url, {
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true } },
      headers: bearer,
    });

    expect(listen.status).toBe(429);
    expect(await listen.text()).toContain('1 streams at the same time');
    expect((await send25(token, LIST)).status).toBe(200);

    leave.abort();
    await eventually('there is room for another one', async () => {
      const again = new AbortController();
      const { status } = await get(again.signal);
      again.abort();
      return status === 200;
    });
  });

  it('starts no more work, and can look after what there is', async () => {
    const { send25, given } = there();
    const token = await tokenOf('bob');
    const params = { name: 'wait_for_finish', arguments: {}, task: {} };
    const call = async (): Promise<Answer> =>
      send25(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const taskIds = [await call(), await call()].map(
      ({ message }) => (message.result?.['task'] as { readonly taskId: string }).taskId,
    );
    taskIds.forEach(given.terminateLater);

    expectTooMany(await call(), '2 calls of tools a minute');

    const cancelled = await send25(token, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tasks/cancel',
      params: { taskId: taskIds[0] },
    });

    expect(cancelled.message.result).toHaveProperty('status', 'cancelled');
  });
});
