import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import type { JsonCodec } from '../../../../../src/core/json-codec.js';
import type { Gate } from '../../../../../src/core/person/gate.js';
import {
  type CodecAppOptions,
  createCodecApp,
} from '../../../../../src/transport/http/pages/create-codec-app.js';

const UI = 'https://temporal.example.com';
/** Says which of both was asked, and hands back what it was given. */
const codec: JsonCodec = {
  encode: async (body) => Promise.resolve({ encoded: body }),
  decode: async (body) => {
    if (JSON.stringify(body).includes('lost')) {
      throw new TaskError(TaskErrorCode.invalidParams, 'encrypted with the codec key "k0"');
    }
    if (JSON.stringify(body).includes('bug')) throw new Error('canary');
    return Promise.resolve({ decoded: body });
  },
};
let server: Server | undefined;

async function start(options: Partial<CodecAppOptions> = {}): Promise<string> {
  server = createServer(createCodecApp({ codec, allowedOrigins: [UI], ...options })).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(
  url: string,
  headers: Record<string, string> = {},
  { method = 'POST', body = '{"payloads":[]}' }: { method?: string; body?: string } = {},
): Promise<{ status: number; headers: Headers; body: string }> {
  const json = { 'content-type': 'application/json', ...headers };
  const hasBody = method === 'POST';
  const response = await fetch(url, { method, headers: json, ...(hasBody && { body }) });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server?.listening) await once(server, 'close');
});

describe('the codec server', () => {
  it('encodes and decodes, and has nobody keep it', async () => {
    const url = await start();
    const decoded = await send(`${url}/decode`);
    const encoded = await send(`${url}/encode`);

    expect(decoded).toMatchObject({ status: 200, body: '{"decoded":{"payloads":[]}}' });
    expect(encoded).toMatchObject({ status: 200, body: '{"encoded":{"payloads":[]}}' });
    expect(decoded.headers.get('cache-control')).toBe('no-store');
    expect(decoded.headers.get('x-powered-by')).toBeNull();
  });

  it('lets the Web UI in, and its preflight without a token', async () => {
    const url = await start({ gate: refusingGate() });
    const preflight = await send(`${url}/decode`, { origin: UI }, { method: 'OPTIONS' });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(UI);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-Namespace/);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('vary')).toMatch(/Origin/);
  });

  it.each(['http://localhost:3000', 'null', 'https://temporal.example.com.evil.example'])(
    'refuses pages of %s',
    async (origin) => {
      const { status, headers, body } = await send(`${await start()}/decode`, { origin });

      expect(status).toBe(403);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(body).toContain('is not allowed');
    },
  );

  it('refuses other names of this machine, as a web page could give it', async () => {
    const url = new URL(await start());
    const request = httpRequest({
      host: url.hostname,
      port: url.port,
      path: '/decode',
      method: 'POST',
      headers: { host: 'evil.example', 'content-type': 'application/json' },
    });
    request.end('{"payloads":[]}');
    const [response] = (await once(request, 'response')) as [{ statusCode: number }];

    expect(response.statusCode).toBe(403);
  });

  const JSON_TYPE = 'application/json';
  it.each([
    { what: 'no JSON', type: JSON_TYPE, text: '{', status: 400, message: 'The body is not JSON.' },
    { what: 'another type', type: 'text/plain', text: '{}', status: 415, message: 'Content-Type' },
    {
      what: 'a payload of another key',
      type: JSON_TYPE,
      text: '{"payloads":["lost"]}',
      status: 400,
      message: 'key \\"k0\\"',
    },
    {
      what: 'what fails unforeseen',
      type: JSON_TYPE,
      text: '{"payloads":["bug"]}',
      status: 500,
      message: 'Internal error.',
    },
    {
      what: 'too much',
      type: JSON_TYPE,
      text: `"${'x'.repeat(17_000_000)}"`,
      status: 413,
      message: 'larger than 16mb',
    },
  ])('says what is wrong with $what', async ({ type, text, status, message }) => {
    const answer = await send(`${await start()}/decode`, { 'content-type': type }, { body: text });

    expect(answer.status).toBe(status);
    expect(answer.body).toContain(message);
    expect(answer.body).not.toMatch(/canary| at .*\.ts/);
  });

  it.each([
    ['GET', '/decode'],
    ['POST', '/'],
    ['POST', '/decode/more'],
  ])('has nothing at %s %s', async (method, path) => {
    expect(await send(`${await start()}${path}`, {}, { method })).toHaveProperty('status', 404);
  });

  it.each([
    ['one that is served', { 'x-namespace': 'orders' }, 200],
    ['another', { 'x-namespace': 'payroll' }, 403],
    ['none', {}, 403],
  ])('answers for %s', async (_what, headers, status) => {
    const url = await start({ namespaces: ['orders'] });

    expect(await send(`${url}/decode`, headers as Record<string, string>)).toHaveProperty(
      'status',
      status,
    );
  });

  it.each([
    ['no token', () => refusingGate(), 401],
    ['a token without the scope', () => refusingGate(true), 403],
  ])('decodes nothing for %s', async (_what, gate, status) => {
    const answer = await send(`${await start({ gate: gate() })}/decode`);

    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('decoded');
  });
});

/** Lets nobody in; or everybody, without a scope. */
function refusingGate(admits = false): Gate {
  const refuse = (status: number) => ({ status, headers: {}, body: { error: 'refused' } });
  return {
    authenticate: async () =>
      Promise.resolve(
        admits
          ? {
              kind: 'admitted',
              grant: { caller: { owner: 'ada' }, scopes: new Set(), untilMs: Infinity },
            }
          : { kind: 'refused', refusal: refuse(401) },
      ),
    authorize: () => refuse(403),
  };
}
