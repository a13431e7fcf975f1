import { describe, expect, it } from '@jest/globals';

import { createTestGate, withApps } from '../../../../support/serve-app.js';

const serve = withApps();
const PAGE = 'https://app.example.com';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const CORS = [PAGE, 'vscode-webview://abc'];

function preflight(origin: string) {
  return {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-name',
    },
  };
}

describe('a server that no pages are named for', () => {
  it('lets a page of its own host in, and gives no answer to read', async () => {
    const { send } = await serve();
    const { status, headers } = await send({ headers: { origin: 'http://localhost:6274' } });

    expect(status).toBe(203);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answers no preflight', async () => {
    const { send } = await serve();

    expect(await send(preflight(PAGE))).toMatchObject({ status: 403 });
    expect((await send(preflight('http://localhost:6274'))).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

describe('a server that pages are named for', () => {
  it.each(CORS)('answers a preflight of %s without a token', async (origin) => {
    const gate = createTestGate();
    const { send } = await serve({ cors: CORS, gate });
    const { status, headers, body } = await send(preflight(origin));

    expect(status).toBe(204);
    expect(body).toBe('');
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST,DELETE',
      'access-control-allow-headers': 'authorization,content-type,mcp-name',
      'access-control-max-age': '7200',
      vary: expect.stringContaining('Origin') as unknown,
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(gate.seen).toStrictEqual([]);
  });

  it.each([
    ['an answer', 'Bearer good', 203],
    ['a challenge', undefined, 401],
    ['a refusal', 'Bearer bad', 401],
  ])('shows a page %s, and the headers that are of use', async (_what, token, expected) => {
    const { send } = await serve({ cors: CORS, gate: createTestGate() });
    const authorization = token === undefined ? undefined : { authorization: token };
    const { status, headers } = await send({
      headers: { origin: PAGE, ...authorization },
      body: LIST,
    });

    expect(status).toBe(expected);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-expose-headers']).toBe(
      'Mcp-Session-Id,Mcp-Protocol-Version,WWW-Authenticate,Retry-After,X-Correlation-Id',
    );
    expect(headers.vary).toMatch(/Origin.*Authorization/);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('shows a page that it has sent too much', async () => {
    const limits = { requestsPerMinute: 1 };
    const { send } = await serve({ cors: CORS, limits });
    const request = { headers: { origin: PAGE }, body: LIST };
    await send(request);
    const { status, headers } = await send(request);

    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'retry-after': expect.stringMatching(/^\d+$/) as unknown,
    });
  });

  it.each(['https://evil.example', 'null', `${PAGE}.evil.example`, 'http://app.example.com'])(
    'refuses %s, with nothing to read',
    async (origin) => {
      const { send } = await serve({ cors: CORS });
      for (const request of [preflight(origin), { headers: { origin }, body: LIST }]) {
        const { status, headers } = await send(request);

        expect(status).toBe(403);
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it('answers who is no page as before', async () => {
    const { send } = await serve({ cors: CORS });
    const { status, headers } = await send({ body: LIST });

    expect(status).toBe(203);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the metadata of authorization', () => {
  it('is for pages of any origin, also where none is named', async () => {
    const { send } = await serve({ gate: createTestGate() });
    const { status, headers } = await send({
      method: 'GET',
      path: '/.well-known/oauth-protected-resource',
      headers: { origin: 'https://anybody.example' },
    });

    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});
