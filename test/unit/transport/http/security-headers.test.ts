import { describe, expect, it } from '@jest/globals';

import { createTestGate, type SentRequest, withApps } from '../../../support/serve-app.js';

const serve = withApps();
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const GOOD = { authorization: 'Bearer good', cookie: 'session=1' };

/** One request for each way in which the application answers. */
const REQUESTS: readonly (readonly [what: string, status: number, request: SentRequest])[] = [
  ['an answer', 203, { headers: GOOD, body: LIST }],
  ['a challenge', 401, { headers: { cookie: 'token=good' }, body: LIST }],
  ['a refused token', 401, { headers: { authorization: 'Bearer bad' }, body: LIST }],
  ['an issuer that is not there', 503, { headers: { authorization: 'Bearer unsure' }, body: LIST }],
  ['a foreign host', 403, { headers: { host: 'evil.example' }, body: LIST }],
  ['a foreign page', 403, { headers: { origin: 'https://evil.example' }, body: LIST }],
  ['no JSON', 400, { headers: GOOD, body: '{' }],
  ['a body that is too large', 413, { headers: GOOD, body: 'x'.repeat(4_194_305) }],
  ['another path', 404, { path: '/other' }],
  ['a method that is none of the web', 405, { method: 'TRACE' }],
  ['the health', 200, { method: 'GET', path: '/healthz' }],
  ['the readiness', 200, { method: 'GET', path: '/readyz' }],
  ['metadata', 200, { method: 'GET', path: '/.well-known/oauth-protected-resource' }],
  ['a preflight', 204, { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } }],
];

describe('every answer', () => {
  it.each(REQUESTS)('of %s (%i) tells browsers to do nothing with it', async (...row) => {
    const [, status, request] = row;
    const cors = ['https://app.example.com'];
    const { send } = await serve({ gate: createTestGate(), cors, limits: {} });
    const answer = await send(request);

    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      // Of another path, Express says so in a page of its own.
      'content-security-policy':
        status === 404
          ? "default-src 'none'"
          : "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(answer.headers['cache-control']).toMatch(/no-store|^public, max-age=3600$/);
  });

  it.each(REQUESTS)('of %s (%i) sets no cookie, and reads none', async (_what, status, request) => {
    const cors = ['https://app.example.com'];
    const { send } = await serve({ gate: createTestGate(), cors, limits: {} });
    const answer = await send(request);

    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});
