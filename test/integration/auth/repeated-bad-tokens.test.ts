/** An address that presents bad tokens over and over: it is turned away before anybody is asked about them. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { createKey, inSeconds } from '../../support/auth/local-issuer.js';
import {
  type Answer,
  LIST,
  readAnswer,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { post } from '../../support/raw-mcp.js';

const there = withProtectedServer({
  trustProxy: ['loopback'],
  limits: '{ failedTokensPerMinute: 10 }',
  auth: ({ issuer }) => `
    issuers: [{ issuer: "${issuer}" }],
    scopes: [tasks:use]`,
});

/** One request by way of a proxy on this machine. */
async function sendFrom(address: string, token: string | undefined): Promise<Answer> {
  const headers = {
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return readAnswer(await post(there().url, LIST, { headers }));
}

describe('bad tokens from one address', () => {
  verifies(['A-026'], 'are verified ten times a minute, and no more', async () => {
    const { issuer } = there();
    const attacker = '192.0.2.66';
    const known = await issuer.sign({ claims: { sub: 'ada' } });

    // Somebody who was let in before, from the same address.
    expect((await sendFrom(attacker, known)).status).toBe(200);

    const bad = [
      async () => Promise.resolve(randomUUID()),
      async () => issuer.sign({ claims: { exp: inSeconds(-300) } }),
      async () => Promise.resolve('nonsense'),
      async () => issuer.sign({ claims: { aud: 'https://other.example' } }),
    ];
    const statuses: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      const token = await bad[time % bad.length]?.();
      statuses.push((await sendFrom(attacker, token)).status);
    }

    expect(statuses).toStrictEqual(new Array<number>(10).fill(401));

    const asked = issuer.countKeyRequests();
    const unknown = await issuer.sign({ key: await createKey() });
    for (let time = 0; time < 20; time += 1) {
      const { status, headers, message } = await sendFrom(attacker, unknown);

      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(message.error).toMatchObject({ code: -32000 });
    }

    expect(issuer.countKeyRequests()).toBe(asked);
    // Not the known token, nor those of other addresses, nor who has none yet.
    expect((await sendFrom(attacker, known)).status).toBe(200);
    expect((await sendFrom(attacker, undefined)).status).toBe(401);
    expect((await sendFrom('192.0.2.67', await issuer.sign())).status).toBe(200);
  });

  it('are not counted for an issuer that is not there', async () => {
    const { issuer } = there();
    const address = '192.0.2.68';
    issuer.answerInstead = (_request, response) => {
      response.writeHead(500).end();
    };
    const unknown = await issuer.sign({ key: await createKey() });
    for (let time = 0; time < 15; time += 1) {
      expect((await sendFrom(address, unknown)).status).toBe(503);
    }
    issuer.answerInstead = undefined;

    expect((await sendFrom(address, await issuer.sign())).status).toBe(200);
  });
});
