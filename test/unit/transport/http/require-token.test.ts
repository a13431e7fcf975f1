import { describe, expect, it } from '@jest/globals';

import { createTestGate, type ServeAppOptions, withApps } from '../../../support/serve-app.js';

const serve = withApps();
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const LIMITS = { perAddress: { failedTokensPerMinute: 3 } };

async function open(options: ServeAppOptions) {
  const gate = createTestGate();
  const { send } = await serve({ gate, limits: LIMITS, ...options });
  return {
    gate,
    statusOf: async (token: string, from = '192.0.2.7'): Promise<number | undefined> => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
      return (await send({ headers, body: LIST })).status;
    },
    send,
  };
}

describe('an address that presents bad tokens', () => {
  it('is refused before any is verified, with the time to come back', async () => {
    const { gate, statusOf, send } = await open({ trustProxy: ['loopback'] });
    for (const token of ['bad1', 'bad2', 'bad3']) expect(await statusOf(token)).toBe(401);

    expect(await statusOf('bad4')).toBe(429);
    expect(await statusOf('good')).toBe(429);
    const { headers, body } = await send({
      headers: { authorization: 'Bearer x', 'x-forwarded-for': '192.0.2.7' },
      body: LIST,
    });

    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32000, message: expect.stringContaining('access tokens') as unknown },
    });
    expect(gate.seen).toStrictEqual(['bad1', 'bad2', 'bad3']);
    // Somebody else, behind the same proxy.
    expect(await statusOf('good', '192.0.2.8')).toBe(203);
  });

  it('shuts out nobody whose token has held before', async () => {
    const { statusOf } = await open({ trustProxy: 1 });
    expect(await statusOf('good-ada')).toBe(203);
    for (let time = 0; time < 5; time += 1) await statusOf(`bad${time}`);

    expect(await statusOf('good-ada')).toBe(203);
    expect(await statusOf('good-eve')).toBe(429);
  });

  it('is told where to get a token, however often it asks without one', async () => {
    const { send } = await open({ trustProxy: 1 });
    for (let time = 0; time < 10; time += 1) {
      expect((await send({ body: LIST })).status).toBe(401);
    }
  });

  it('is not known by what anybody may write', async () => {
    const { statusOf } = await open({});
    for (let time = 0; time < 10; time += 1) await statusOf('bad');

    // The peer is of this machine, and the header of no proxy that is trusted.
    expect(await statusOf('good')).toBe(203);
  });
});
