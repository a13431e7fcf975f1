import { describe, expect, it } from '@jest/globals';

import type { Logger } from '../../../../src/core/logger.js';
import {
  checkOrigin,
  type HostAndOriginOptions,
} from '../../../../src/transport/http/host-and-origin.js';
import { withApps } from '../../../support/serve-app.js';

/** The parts of a middleware that are needed to call it without Express. */
type Middleware = (request: object, response: object, next: () => void) => void;

/** Calls the middleware with an origin. @returns The status and body of a refusal, or 'let through'. */
function visit(origin: string | undefined, options: HostAndOriginOptions = {}): unknown {
  let outcome: unknown;
  const response = {
    status: (status: number) => ({
      json: (body: unknown) => {
        outcome = { status, body };
      },
    }),
  };
  const request = { headers: { ...(origin !== undefined && { origin }) } };
  const middleware = checkOrigin(options) as unknown as Middleware;
  middleware(request, response, () => {
    outcome = 'let through';
  });
  return outcome;
}

const LIST = { allowedOrigins: ['https://app.example.com', 'http://localhost:6274'] };
const HOSTS = { allowedHosts: ['mcp.example.com'] };

describe('the check of an origin', () => {
  it.each([
    ['no origin', undefined, {}],
    ['no origin, with a list', undefined, LIST],
    ['a local origin', 'http://localhost', {}],
    ['a local origin with a port', 'http://127.0.0.1:6274', {}],
    ['a local IPv6 origin', 'http://[::1]:6274', {}],
    ['an origin of an allowed host', 'https://mcp.example.com:8443', HOSTS],
    ['a listed origin', 'https://app.example.com', LIST],
  ])('lets through %s', (_what, origin, options) => {
    expect(visit(origin, options)).toBe('let through');
  });

  it.each([
    ['another site', 'https://evil.example', {}],
    ['a name that begins like a local one', 'http://localhost.evil.example', {}],
    ['a name that ends like a local one', 'http://evil-localhost', {}],
    ['a user named like a local host', 'http://localhost@evil.example', {}],
    ['a page without origin', 'null', {}],
    ['an empty origin', '', {}],
    ['what is no origin', 'localhost', {}],
    ['a local origin where others are allowed', 'http://localhost', HOSTS],
    ['a local origin that is not listed', 'http://localhost', LIST],
    ['a listed origin with another port', 'http://localhost:6275', LIST],
    ['a listed origin with another scheme', 'http://app.example.com', LIST],
    ['an origin of an allowed host that is not listed', 'https://b.com', { ...LIST, ...HOSTS }],
  ])('refuses %s', (_what, origin, options) => {
    expect(visit(origin, options)).toStrictEqual({
      status: 403,
      body: {
        jsonrpc: '2.0',
        error: { code: -32000, message: `Origin ${origin} is not allowed.` },
        id: null,
      },
    });
  });
});

const open = withApps();

/** The status of the generation that echoes requests. */
const ECHOED = 203;

interface Line {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function createLog(): { readonly logger: Logger; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const write: Logger['warn'] = (fields, message) => void lines.push({ fields, message });
  return { lines, logger: { info: write, warn: write, error: write } };
}

it.each([
  ['host', 'mcp:8080', /refused for its Host\. .* --allowed-hosts$/],
  ['origin', 'vscode-webview://x', /refused for its Origin\. .* --allowed-origins$/],
])(
  'a refused %s is logged once, with the flag that would allow it',
  async (header, value, words) => {
    const { lines, logger } = createLog();
    const { send } = await open({ logger });
    const body = { jsonrpc: '2.0', id: 1, method: 'a' };
    const answers = [
      await send({ headers: { [header]: value }, body }),
      await send({ headers: { [header]: value }, body }),
      await send({ body }),
    ];

    expect(answers.map(({ status }) => status)).toStrictEqual([403, 403, ECHOED]);
    expect(lines).toStrictEqual([
      { fields: { [header]: value }, message: expect.stringMatching(words) },
    ]);
  },
);

it('refused values are cut in the log, and at most 20 of them are there', async () => {
  const { lines, logger } = createLog();
  const { send } = await open({ logger });
  for (let index = 0; index < 25; index += 1) {
    await send({ headers: { host: `${index}.${'h'.repeat(1_000)}` }, body: {} });
  }

  expect(lines).toHaveLength(20);
  expect(lines[0]?.fields['host']).toBe(`0.${'h'.repeat(197)}…`);
});
