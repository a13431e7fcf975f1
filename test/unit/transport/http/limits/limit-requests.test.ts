/** Every limit that HTTP counts, as whoever is refused hears of it. Bodies are in `limit-bodies.test.ts`, tokens in `failed-tokens.test.ts`. */
import { describe, expect, it } from '@jest/globals';

import type { PrincipalLimits, RequestLimits } from '../../../../../src/core/person/limits.js';
import { createTestGate, type SentRequest, withApps } from '../../../../support/serve-app.js';

const serve = withApps();
const MIB = 1024 * 1024;

/** A limit, what is one too many of it when it is 1, and what is said then. */
interface Row {
  readonly limit?: number;
  readonly request: SentRequest;
  readonly ofOne: string;
  readonly ofAll?: string;
}

const message = (method: string, params: object = {}): SentRequest => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
});

/** A limit that is not here does not compile. `openTasks` is counted by Temporal: `integration/tasks/too-many-open-tasks.test.ts`. */
const LIMITS: Readonly<Record<Exclude<keyof PrincipalLimits, 'openTasks'>, Row>> = {
  requestsPerMinute: {
    request: message('tools/list'),
    ofOne: 'You may send 1 requests a minute.',
    ofAll: 'This server takes 1 requests a minute.',
  },
  callsPerMinute: {
    request: message('tools/call', { name: 't' }),
    ofOne: 'You may send 1 calls of tools a minute.',
    ofAll: 'This server takes 1 calls of tools a minute.',
  },
  pollsPerMinute: {
    request: message('tasks/get', { taskId: 'mcp-x' }),
    ofOne: 'You may look at a task 1 times a minute',
  },
  openRequests: {
    request: message('tools/list'),
    ofOne: 'You may send 1 requests at the same time.',
    ofAll: 'This server takes 1 requests at the same time.',
  },
  openStreams: {
    request: message('subscriptions/listen'),
    ofOne: 'You may send 1 streams at the same time.',
    ofAll: 'This server takes 1 streams at the same time.',
  },
  openBytes: {
    limit: MIB,
    request: message('tools/list', { text: 'x'.repeat(MIB / 2) }),
    ofOne: 'You may send 1 MiB of requests at the same time.',
    ofAll: 'This server takes 1 MiB of requests at the same time.',
  },
};
const names = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

/** Sends the same twice, as the one and as the other; what is open stays so. */
async function sendTwice(
  limits: { readonly perPrincipal?: PrincipalLimits; readonly overall?: RequestLimits },
  {
    request,
    others,
  }: { readonly request: SentRequest; readonly others: readonly [string, string] },
): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof serve>>['send']>>> {
  const begun: (() => void)[] = [];
  const isBegun = new Promise<void>((resolve) => begun.push(resolve));
  const app = await serve({
    gate: createTestGate(),
    limits,
    answer: async () => {
      for (const tell of begun) tell();
      // Ends with the server.
      return Promise.resolve(new Response(new ReadableStream()));
    },
  });
  const [first, second] = others;
  const send = async (token: string) =>
    app.send({ ...request, headers: { authorization: `Bearer ${token}` } });
  send(first).catch(() => undefined);
  await isBegun;
  return send(second);
}

function expectExcess(answer: Awaited<ReturnType<typeof sendTwice>>, sentence: string): void {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(answer.body)).toStrictEqual({
    jsonrpc: '2.0',
    error: { code: -32000, message: expect.stringContaining(sentence) as unknown },
    id: null,
  });
  expect(answer.body).toContain('Try again');
}

describe('what is one too many', () => {
  it('may be a stream', async () => {
    const others = ['good-ada', 'good-ada'] as const;
    const sent = { request: message('subscriptions/listen'), others };

    expectExcess(await sendTwice({ perPrincipal: { openStreams: 1 } }, sent), '1 streams');
  });

  it.each(names)('of the %s of one principal is refused, with when to come back', async (name) => {
    const { limit = 1, request, ofOne } = LIMITS[name];
    const others = ['good-ada', 'good-ada'] as const;

    expectExcess(await sendTwice({ perPrincipal: { [name]: limit } }, { request, others }), ofOne);
  });

  it.each(names.filter((name) => LIMITS[name].ofAll !== undefined))(
    'of the %s of all together is refused, whoever has sent the others',
    async (name) => {
      const { limit = 1, request, ofAll = '' } = LIMITS[name];
      const others = ['good-ada', 'good-eve'] as const;

      expectExcess(await sendTwice({ overall: { [name]: limit } }, { request, others }), ofAll);
    },
  );
});
