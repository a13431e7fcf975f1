/** Client credentials (OAuth), with an authorization server and a service that are real sockets. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import type { JobCredentials } from '../../../../../src/jobs/contract/job-access.js';
import { eventually } from '../../../../support/eventually.js';
import { findQuietPort } from '../../../../support/find-quiet-port.js';

import {
  type Answer,
  createTestSender,
  startJobService,
  stopJobServices,
} from './loopback-service.js';

afterEach(() => {
  stopJobServices();
  jest.restoreAllMocks();
});

const SECRET = 'secret of the client';

const json =
  (status: number, value: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

/** Issues `token-1`, `token-2` and so on. */
async function startIssuer({ expires_in = 3600, path = '/token' } = {}) {
  const issuer = await startJobService((response, request) => {
    if (request.url !== path) json(404, {})(response, request);
    else {
      const access_token = `token-${issuer.seen.length}`;
      json(200, { access_token, token_type: 'Bearer', expires_in })(response, request);
    }
  });
  return issuer;
}

function createClient(origin: string, tokenUrl: string) {
  const credentials: JobCredentials = {
    kind: 'oauth',
    oauth: { tokenUrl, clientId: 'mcp', clientSecret: 'CLIENT', scope: 'jobs', audience: 'ci' },
  };
  return createTestSender({ origin, credentials }, { readSecret: () => SECRET });
}

const tokensOf = (seen: readonly { readonly headers: { authorization?: string | undefined } }[]) =>
  seen.map(({ headers }) => headers.authorization);

describe('an access token', () => {
  it('is requested by client ID and secret, and held for further calls', async () => {
    const issuer = await startIssuer();
    const { origin, seen } = await startJobService((response) => response.end());
    const send = createClient(origin, `${issuer.origin}/token`);
    await Promise.all([send(), send()]);
    await send();

    expect(tokensOf(seen)).toStrictEqual(Array(3).fill('Bearer token-1'));
    expect(issuer.seen).toHaveLength(1);
    expect(issuer.seen[0]?.method).toBe('POST');
    expect(issuer.seen[0]?.headers.authorization).toBe(
      `Basic ${btoa(`mcp:${new URLSearchParams({ s: SECRET }).toString().slice(2)}`)}`,
    );
    expect(Object.fromEntries(new URLSearchParams(issuer.seen[0]?.body))).toStrictEqual({
      grant_type: 'client_credentials',
      scope: 'jobs',
      audience: 'ci',
    });
  });

  it('is renewed half a minute before its end', async () => {
    const issuer = await startIssuer({ expires_in: 90 });
    const { origin, seen } = await startJobService((response) => response.end());
    const send = createClient(origin, `${issuer.origin}/token`);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now');
    for (const afterMs of [0, 55_000]) {
      clock.mockReturnValue(now + afterMs);
      await send();
    }
    clock.mockReturnValue(now + 61_000);
    // The cache looks at the clock once a millisecond.
    await eventually('another token', async () => {
      await send();
      return issuer.seen.length === 2;
    });

    expect(tokensOf(seen.slice(0, 2))).toStrictEqual(['Bearer token-1', 'Bearer token-1']);
    expect(tokensOf(seen).at(-1)).toBe('Bearer token-2');
  });

  it('is renewed once by a reply 401, and the call is made again', async () => {
    const issuer = await startIssuer();
    const { origin, seen } = await startJobService((response, { headers }) => {
      response.writeHead(headers.authorization === 'Bearer token-1' ? 401 : 200).end();
    });
    const send = createClient(origin, `${issuer.origin}/token`);

    expect(await send({ method: 'POST', body: 'x' })).toMatchObject({ status: 200 });
    expect(tokensOf(seen)).toStrictEqual(['Bearer token-1', 'Bearer token-2']);
    expect(seen.map(({ body }) => body)).toStrictEqual(['x', 'x']);
  });

  it('is not renewed again by a second 401', async () => {
    const issuer = await startIssuer();
    const { origin, seen } = await startJobService(json(401, { you: 'sent token-1, token-2' }));

    expect(await createClient(origin, `${issuer.origin}/token`)()).toMatchObject({ status: 401 });
    expect([seen.length, issuer.seen.length]).toStrictEqual([2, 2]);
  });

  it('is masked in replies', async () => {
    const issuer = await startJobService(
      json(200, { access_token: 'long-token-of-the-issuer', token_type: 'bearer' }),
    );
    const { origin } = await startJobService(json(200, ['long-token-of-the-issuer']));

    expect((await createClient(origin, `${issuer.origin}/token`)()).body).toStrictEqual(['***']);
  });

  it('is requested where a discovery document says, at the same origin', async () => {
    const issuer = await startJobService((response, request) => {
      if (request.url === '/.well-known/openid-configuration') {
        const token_endpoint = `${issuer.origin}/oauth/token`;
        json(200, { issuer: issuer.origin, token_endpoint })(response, request);
      } else json(200, { access_token: 'token', token_type: 'bearer' })(response, request);
    });
    const { origin, seen } = await startJobService((response) => response.end());
    await createClient(origin, `${issuer.origin}/.well-known/openid-configuration`)();

    expect(tokensOf(seen)).toStrictEqual(['Bearer token']);
    expect(issuer.seen.map(({ url }) => url)).toStrictEqual([
      '/.well-known/openid-configuration',
      '/oauth/token',
    ]);
  });

  it('is not requested at another origin, which a discovery document names', async () => {
    const other = await startIssuer();
    const issuer = await startJobService((response, request) => {
      json(200, { issuer: issuer.origin, token_endpoint: `${other.origin}/token` })(
        response,
        request,
      );
    });
    const { origin, seen } = await startJobService((response) => response.end());
    const call = createClient(origin, `${issuer.origin}/.well-known/openid-configuration`)();

    await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
    expect([other.seen.length, seen.length]).toStrictEqual([0, 0]);
  });
});

describe('a request for a token', () => {
  it.each<readonly [string, Answer, string, RegExp]>([
    [
      'of an unknown client',
      json(401, { error: 'invalid_client', error_description: 'secret text' }),
      'unequipped',
      /refused a token .*\(invalid_client\)\.$/,
    ],
    ['that is refused', json(400, { error: 'invalid_scope' }), 'unequipped', /\(invalid_scope\)/],
    ['too many', json(429, { error: 'slow_down' }), 'unsent', /gave no token/],
    [
      'at a broken server',
      (response) => response.writeHead(502).end('<html>'),
      'unsent',
      /gave no token/,
    ],
    [
      'with a redirect',
      (response) => response.writeHead(302, { location: '/' }).end(),
      'unsent',
      /gave no/,
    ],
    ['without an answer', (response) => response.destroy(), 'unsent', /has sent no complete reply/],
    ['with an endless reply', (response) => response.end('x'.repeat(5e6)), 'unsent', /too large/],
  ])('%s has no call after it', async (_what, answer, kind, message) => {
    const issuer = await startJobService(answer);
    const { origin, seen } = await startJobService((response) => response.end());
    const call = createClient(origin, `${issuer.origin}/token`)();

    await expect(call).rejects.toMatchObject({
      name: 'JobCallError',
      kind,
      message: expect.stringMatching(message),
    });
    await expect(call).rejects.not.toHaveProperty('cause');
    expect(seen).toHaveLength(0);
  });

  it('that has failed is made again by the next call', async () => {
    const issuer = await startJobService((response, request) => {
      const isFirst = issuer.seen.length === 1;
      json(isFirst ? 503 : 200, { access_token: 'token', token_type: 'bearer' })(response, request);
    });
    const { origin, seen } = await startJobService((response) => response.end());
    const send = createClient(origin, `${issuer.origin}/token`);

    await expect(send()).rejects.toMatchObject({ kind: 'unsent' });
    await expect(send()).resolves.toMatchObject({ status: 200 });
    expect(tokensOf(seen)).toStrictEqual(['Bearer token']);
  });

  it('without a server leaves the call unsent', async () => {
    const origin = 'https://ci.example';
    const send = createClient(origin, `http://127.0.0.1:${await findQuietPort()}/token`);

    await expect(send()).rejects.toMatchObject({
      kind: 'unsent',
      message: expect.stringContaining('it refuses connections'),
    });
  });
});
