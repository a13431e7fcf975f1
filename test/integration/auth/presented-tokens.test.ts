import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';

import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const there = withProtectedServer();

const INVALID: unknown = expect.stringContaining('error="invalid_token"');
const INVALID_REQUEST: unknown = expect.stringContaining('error="invalid_request"');

/** Sends a request with exactly these headers, also twice the same one. */
async function send(
  headers: readonly (readonly [string, string])[],
  { path = '/mcp', method = 'POST', body = JSON.stringify(LIST) } = {},
) {
  const url = new URL(path, there().url);
  const request = sendRequest(url, { method });
  const byName = new Map<string, string[]>();
  for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), value]);
  for (const [name, values] of byName)
    request.setHeader(name, values.length > 1 ? values : (values[0] ?? ''));
  request.setHeader('content-type', 'application/json');
  request.setHeader('accept', 'application/json, text/event-stream');
  request.setHeader('mcp-protocol-version', '2025-11-25');
  request.end(method === 'POST' ? body : undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = await text(response);
  return {
    status: response.statusCode,
    challenge: response.headers['www-authenticate'],
    body: answer === '' ? undefined : (JSON.parse(answer) as unknown),
  };
}

describe('a request with a good token', () => {
  verifies(['A-001', 'A-030'], 'is answered in both generations', async () => {
    const { issuer, send25, send26 } = there();
    const token = await issuer.sign();

    for (const { status, message } of [
      await send25(token, LIST),
      await send26(token, 'tools/list'),
      await send26(token, 'server/discover'),
    ]) {
      expect(status).toBe(200);
      expect(message.result).toBeDefined();
    }
  });

  verifies(['A-030'], 'may write its scheme in any case', async () => {
    const token = await there().issuer.sign();

    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      expect(await send([['authorization', `${scheme} ${token}`]])).toHaveProperty('status', 200);
    }
  });

  verifies(['A-024'], 'has an answer that no cache gives to others', async () => {
    const { issuer, send25 } = there();
    const { headers } = await send25(await issuer.sign(), LIST);

    expect(headers.get('vary')).toMatch(/authorization/i);
    expect(headers.get('cache-control')).toMatch(/no-store/);
  });
});

describe('a request without a token', () => {
  verifies(
    ['A-006', 'A-007', 'A-021', 'A-022'],
    'learns by any method where to get one',
    async () => {
      const { url } = there();
      const expected = `Bearer scope="tasks:use", resource_metadata="${new URL(url).origin}/.well-known/oauth-protected-resource/mcp"`;

      for (const method of ['POST', 'GET', 'DELETE', 'PUT']) {
        expect(await send([], { method })).toStrictEqual({
          status: 401,
          challenge: expected,
          body: {},
        });
      }
    },
  );

  verifies(
    ['A-006', 'A-007', 'A-071'],
    'gets nothing of either generation, not even the handshake',
    async () => {
      const { send25, send26, issuer } = there();
      const { headers } = await send25(await issuer.sign(), {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
        },
      });
      const session = headers.get('mcp-session-id') ?? '';

      for (const answer of [
        await send25(undefined, { ...LIST, method: 'initialize' }),
        await send25(undefined, LIST, { 'mcp-session-id': session }),
        await send26(undefined, 'server/discover'),
        await send26(undefined, 'tasks/get', { taskId: 'mcp-x' }),
      ]) {
        expect(answer.status).toBe(401);
        expect(answer.text).toBe('{}');
      }
    },
  );

  verifies(['A-026', 'A-040'], 'is refused before its body is read', async () => {
    const body = '{ this is no JSON';

    expect(await send([], { body })).toHaveProperty('status', 401);
    expect(await send([['authorization', 'Bearer nonsense']], { body })).toHaveProperty(
      'status',
      401,
    );
    expect(
      await send([['authorization', `Bearer ${await there().issuer.sign()}`]], { body }),
    ).toMatchObject({
      status: 400,
      body: { error: { code: -32700 } },
    });
  });

  verifies(['A-004'], 'and of a foreign origin learns nothing', async () => {
    const token = await there().issuer.sign();

    for (const headers of [[], [['authorization', `Bearer ${token}`]]] as const) {
      expect(await send([...headers, ['origin', 'https://evil.example']])).toMatchObject({
        status: 403,
        challenge: undefined,
      });
      expect(await send([...headers, ['host', 'evil.example']])).toMatchObject({
        status: 403,
        challenge: undefined,
      });
    }
  });
});

describe('a token that is presented in another way', () => {
  verifies(['A-030', 'A-032'], 'is refused', async () => {
    const token = await there().issuer.sign();

    for (const value of [
      ...['Bearer', 'Bearer ', 'Basic YTpi', token, `Token ${token}`],
      ...[`Bearer  ${token}`, `Bearer ${token} x`, `Bearer ${token}, Basic YTpi`],
      ...[`Bearer ${token}é`, `Bearer "${token}"`, `Bearer =${token}`],
    ]) {
      expect(await send([['authorization', value]])).toMatchObject({
        status: 401,
        challenge: INVALID,
      });
    }
  });

  verifies(['A-032'], 'is refused when it comes in two headers', async () => {
    const token = await there().issuer.sign();

    expect(
      await send([
        ['authorization', `Bearer ${token}`],
        ['authorization', 'Basic YTpi'],
      ]),
    ).toMatchObject({
      status: 400,
      challenge: INVALID_REQUEST,
      body: { error: 'invalid_request' },
    });
  });

  verifies(['A-031'], 'is none in the query, and too much beside a header', async () => {
    const token = await there().issuer.sign();
    const path = `/mcp?access_token=${token}`;
    const inQuery = await send([], { path });

    expect(inQuery.status).toBe(401);
    expect(inQuery.challenge).not.toContain('error');
    expect(await send([['authorization', `Bearer ${token}`]], { path })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect(JSON.stringify(there().log)).not.toContain(token);
  });

  verifies(['A-033'], 'is refused when it is too long', async () => {
    for (const [length, status] of [
      [8_200, 401],
      [15_000, 401],
      [17_000, 431],
    ] as const) {
      const request = sendRequest(there().url, { method: 'POST' });
      request.setHeader('authorization', `Bearer ${'a'.repeat(length)}`);
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();

      expect(response.statusCode).toBe(status);
    }
  });
});

describe('a challenge', () => {
  verifies(
    ['A-020', 'A-023', 'A-024'],
    'says the same of all reasons, and the log says which',
    async () => {
      const { issuer, send25, log } = there();
      const challenges = new Set<string | null>();
      for (const claims of [{ exp: 1 }, { aud: 'https://x.example/"q\\' }, { sub: undefined }]) {
        const { status, headers, message } = await send25(await issuer.sign({ claims }), LIST);
        const id = headers.get('x-correlation-id');

        expect(status).toBe(401);
        expect(headers.get('access-control-expose-headers')).toBe('WWW-Authenticate');
        expect(message).toMatchObject({ error: 'invalid_token' });
        expect(log.filter(({ correlationId }) => correlationId === id)).toHaveLength(1);

        challenges.add(headers.get('www-authenticate'));
      }
      const [challenge] = challenges;

      expect(challenges.size).toBe(1);
      // Quoted strings of printable ASCII, and nothing else.
      expect(challenge).toMatch(
        /^Bearer \w+="[\x20-\x21\x23-\x5b\x5d-\x7e]*"(, \w+="[\x20-\x21\x23-\x5b\x5d-\x7e]*")*$/,
      );
      expect(challenge).toContain('error="invalid_token"');
      expect(challenge).toContain('scope="tasks:use"');
      expect(challenge).toContain('resource_metadata="');
    },
  );
});

describe('the log of a refused token', () => {
  it('has the claim, what was seen and expected, and a near miss', async () => {
    const { issuer, resource, send25, log } = there();
    const now = Date.now() / 1000;
    const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
    const cases: readonly (readonly [Record<string, unknown>, object])[] = [
      [
        { aud: resource.toUpperCase() },
        { claim: 'aud', seen: resource.toUpperCase(), nearMiss: like(/^http.*upper and lower/) },
      ],
      [{ iss: `${issuer.issuer}/` }, { claim: 'iss', nearMiss: like(/a slash at the end/) }],
      [
        { exp: Math.floor(now) - 3_600 },
        { claim: 'exp', seen: like(/^20..-/), expected: like(/^later than/) },
      ],
      [{ nbf: Math.floor(now) + 3_600 }, { claim: 'nbf', expected: like(/^no later than/) }],
      [{ sub: undefined }, { claim: 'sub', expected: 'a text without control characters' }],
    ];
    for (const [claims, expected] of cases) {
      const { status, headers } = await send25(await issuer.sign({ claims }), LIST);
      const line = log.find((one) => one['correlationId'] === headers.get('x-correlation-id'));

      expect(status).toBe(401);
      expect(line).toMatchObject(expected);
    }
    const wrongType = await send25(await issuer.sign({ header: { typ: 'id+jwt' } }), LIST);
    const id = wrongType.headers.get('x-correlation-id');

    expect(log.find((one) => one['correlationId'] === id)).toMatchObject({
      claim: 'typ',
      seen: 'id+jwt',
      expected: expect.arrayContaining(['at+jwt', 'jwt']),
    });
  });
});

describe('stdio', () => {
  verifies(['A-002'], 'asks for no token', async () => {
    const { PassThrough } = await import('node:stream');
    const input = new PassThrough();
    const output = new PassThrough();
    const connection = await there().server.serveStdio({ input, output });
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line] = (await once(output, 'data')) as [Buffer];

    expect(JSON.parse(line.toString())).toHaveProperty('result');

    await connection.close();
  });
});
