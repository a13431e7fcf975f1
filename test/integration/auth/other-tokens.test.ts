import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';

import { describe, expect } from '@jest/globals';

import { inSeconds, INTROSPECTION } from '../../support/auth/local-issuer.js';
import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const STATIC_TOKEN = 'c3RhdGljIHRva2VuIG9mIGEgYm90';

const there = withProtectedServer({
  auth: ({ issuer }) => `
    issuers: [{
      issuer: "${issuer}",
      introspection: { endpoint: "${issuer}/introspect", clientId: "${INTROSPECTION.clientId}", clientSecret: "${INTROSPECTION.clientSecret}" }
    }],
    tokens: [{ sha256: ${createHash('sha256').update(STATIC_TOKEN).digest('hex')}, principal: bot, grants: [tasks:use] }],
    scopes: [tasks:use]`,
});

/** An opaque token. The issuer's introspection answers with these values. */
function issue(changes: Readonly<Record<string, unknown>> = {}): string {
  const { issuer, resource } = there();
  const token = randomUUID();
  const good = { active: true, aud: resource, sub: 'ada', scope: 'tasks:use', exp: inSeconds(300) };
  issuer.opaque.set(token, { ...good, ...changes });
  return token;
}

async function statusesOf(token: string): Promise<readonly number[]> {
  const { send25, send26 } = there();
  return [(await send25(token, LIST)).status, (await send26(token, 'tools/list')).status];
}

describe('an opaque token', () => {
  verifies(['A-047'], 'is taken when its issuer says that it holds', async () => {
    expect(await statusesOf(issue())).toStrictEqual([200, 200]);
    expect(await statusesOf(issue({ exp: undefined, token_type: 'bearer' }))).toStrictEqual([
      200, 200,
    ]);
    expect(await statusesOf(issue({ iss: there().issuer.issuer }))).toStrictEqual([200, 200]);
  });

  verifies(['A-047', 'A-041'], 'is refused when it does not, or is for somebody else', async () => {
    for (const token of [
      randomUUID(),
      ...[
        { active: false },
        { active: 'true' },
        { aud: undefined },
        { aud: 'https://other.example' },
      ].map(issue),
      ...[{ exp: inSeconds(-120) }, { nbf: inSeconds(120) }, { iss: 'https://other.example' }].map(
        issue,
      ),
      ...[{ sub: undefined }, { cnf: {} }, { token_type: 'DPoP' }].map(issue),
    ]) {
      expect(await statusesOf(token)).toStrictEqual([401, 401]);
    }
    expect(await statusesOf(issue({ scope: '' }))).toStrictEqual([403, 403]);
  });

  verifies(['A-047'], 'is asked about once, and not by what it says', async () => {
    const { issuer, log } = there();
    const token = issue();
    const before = issuer.requests.length;
    await Promise.all([1, 2, 3, 4].map(async () => statusesOf(token)));

    expect(issuer.requests.slice(before)).toStrictEqual(['/introspect']);
    expect(JSON.stringify(log)).not.toContain(token);
  });

  verifies(['A-049'], 'cannot be told of while its issuer is not there', async () => {
    const { issuer } = there();
    const known = issue();

    expect(await statusesOf(known)).toStrictEqual([200, 200]);

    for (const status of [500, 401, 302, 200]) {
      issuer.answerInstead = (_request, response) => void response.writeHead(status).end('<html>');

      expect(await statusesOf(issue())).toStrictEqual([503, 503]);
    }
    expect(await statusesOf(known)).toStrictEqual([200, 200]);

    issuer.answerInstead = undefined;
  });
});

/** Ways in which an authorization server fails to answer. */
const BROKEN: readonly RequestListener[] = [
  (request) => void request.socket.destroy(),
  (_request, response) => void response.end('{ "active": tru'),
  (_request, response) => void response.end('[{ "active": true }]'),
  (_request, response) => void response.end('null'),
  (_request, response) => void response.end(`{ "a": "${'x'.repeat(2 * 1024 * 1024)}" }`),
  // The first one begins an answer and never ends it. The second one never begins.
  (_request, response) => void response.writeHead(200).write('{'),
  () => undefined,
];

describe('an issuer that answers with garbage, or in its own time', () => {
  verifies(
    ['A-047', 'A-049'],
    'has its tokens answered with 503 in bounded time, and is asked again by the next one',
    async () => {
      const { issuer, send25 } = there();
      let turn = 0;
      issuer.answerInstead = (request, response) => {
        const listener = BROKEN[turn];
        turn += 1;
        listener?.(request, response);
      };
      const beganAtMs = Date.now();
      const answers = await Promise.all(BROKEN.map(async () => send25(issue(), LIST)));
      const tookMs = Date.now() - beganAtMs;

      issuer.answerInstead = undefined;

      expect(turn).toBe(BROKEN.length);
      // The limit is 5 seconds; the rest is for a busy machine.
      expect(tookMs).toBeLessThan(20_000);

      for (const { status, headers, message } of answers) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('5');
        expect(headers.has('www-authenticate')).toBe(false);
        expect(message).toMatchObject({ error: 'temporarily_unavailable' });
      }
      expect(await send25(issue(), LIST)).toHaveProperty('status', 200);
    },
  );
});

describe('a static token', () => {
  verifies(['A-051'], 'is known by its hash, and nothing that is like it', async () => {
    expect(await statusesOf(STATIC_TOKEN)).toStrictEqual([200, 200]);
    expect(await statusesOf(`${STATIC_TOKEN}x`)).toStrictEqual([401, 401]);
    expect(await statusesOf(createHash('sha256').update(STATIC_TOKEN).digest('hex'))).toStrictEqual(
      [401, 401],
    );
  });
});
