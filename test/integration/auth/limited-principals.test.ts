/** The limits of one principal, which must not affect other principals. */
import { describe, expect, it } from '@jest/globals';

import {
  type Answer,
  beginSession,
  LIST,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';

const there = withProtectedServer({
  limits: '{ requestsPerMinute: 40, openRequests: 3 }',
});

async function tokenOf(sub: string): Promise<string> {
  return there().issuer.sign({ claims: { sub } });
}

function expectTooMany({ status, headers, message }: Answer, what: string): void {
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // A gateway finds the refused request by its ID.
  expect(message.id).toBeDefined();
  expect(message.id).not.toBeNull();
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

  it('has so many streams and requests open, and more when one has ended', async () => {
    const { url, send25 } = there();
    const token = await tokenOf('dan');
    const sessions = [];
    for (let count = 0; count < 3; count += 1) sessions.push(await beginSession(there(), token));
    const leave = new AbortController();
    for (const session of sessions) {
      const { status } = await fetch(url, {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          'mcp-session-id': session,
        },
        signal: leave.signal,
      });

      expect(status).toBe(200);
    }

    expectTooMany(await send25(token, LIST), '3 open requests');

    leave.abort();
    await eventually('there is room again', async () => (await send25(token, LIST)).status === 200);
  });
});
