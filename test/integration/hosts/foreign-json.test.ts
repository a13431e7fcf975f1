/** One foreign value at every door of messages: both generations, both transports. docs/testing.md has the table. */
import { afterAll, describe, expect, it } from '@jest/globals';

import { toHeaders2026 } from '../../../lab/wire/revisions.js';
import { openStdio } from '../../../lab/wire/stdio.js';
import { eventually } from '../../support/eventually.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { initializeParams, parseBody, post, type RawMessage } from '../../support/raw-mcp.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

type Generation = '2025-11-25' | '2026-07-28';

/** A call of `greet`. */
function call(generation: Generation, input: unknown = { name: 'Ada' }): RawMessage {
  const _meta = generation === '2026-07-28' ? { _meta: envelope() } : {};
  return {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'greet', arguments: input, ..._meta },
  };
}

const isGreeted = /Hello, Ada!/;

/** The text of a call with a foreign value, and what its answer says. */
const VALUES: readonly (readonly [string, (generation: Generation) => string, RegExp])[] = [
  ['a byte order mark', (one) => `\uFEFF${JSON.stringify(call(one))}`, isGreeted],
  [
    '`null` for members that a request does not have',
    (one) => JSON.stringify({ ...call(one), error: null, result: null, meta: null }),
    isGreeted,
  ],
  [
    'an unknown member at the top',
    (one) => JSON.stringify({ ...call(one), x: { y: 1 } }),
    isGreeted,
  ],
  ['arguments as JSON text', (one) => JSON.stringify(call(one, '{"name":"Ada"}')), isGreeted],
  [
    'params as JSON text',
    (one) => JSON.stringify({ ...call(one), params: JSON.stringify(call(one).params) }),
    isGreeted,
  ],
  ['`[]` for `{}`', (one) => JSON.stringify(call(one, [])), /\/name is required/],
  [
    'NaN',
    (one) => JSON.stringify(call(one, { name: 'Ada', x: '#' })).replace('"#"', 'NaN'),
    isGreeted,
  ],
  ['half a character', (one) => JSON.stringify(call(one, { name: 'A\ud83d' })), /Hello, A\uFFFD!/],
  [
    'an integer beyond 2^53, as text',
    (one) => JSON.stringify(call(one, { name: 'Ada', x: '9007199254740993' })),
    isGreeted,
  ],
];

/** The text of a message that nobody can read, and the first member at fault. */
const UNREADABLE: readonly (readonly [string, (generation: Generation) => string, RegExp])[] = [
  ['the ID', (one) => JSON.stringify({ ...call(one), id: null }), /"id\\?" must be/],
  ['the ID', (one) => JSON.stringify({ ...call(one), id: { a: 1 } }), /"id\\?" must be/],
  ['the params', (one) => JSON.stringify({ ...call(one), params: 7 }), /"params\\?" must be/],
  [
    'jsonrpc',
    (one) => JSON.stringify({ ...call(one), jsonrpc: '1.0', params: 7 }),
    /"jsonrpc\\?" must be/,
  ],
];

async function overHttp(generation: Generation, text: string): Promise<string> {
  const headers = generation === '2026-07-28' ? toHeaders2026(call(generation)) : {};
  const response = await post(given().url, text, { headers });
  return JSON.stringify(parseBody(await response.text(), response.headers.get('content-type')));
}

interface Lines {
  readonly lines: readonly string[];
  readonly sendLine: (line: string) => void;
  readonly close: () => Promise<void>;
}

const connections = new Map<Generation, Promise<Lines>>();

afterAll(async () => {
  for (const opening of connections.values()) await (await opening).close();
});

async function connectStdio(generation: Generation): Promise<Lines> {
  const { sendLine, listen, close } = openStdio(serverCommand('--stdio', given().options));
  const lines: string[] = [];
  listen((_message, line) => lines.push(line));
  if (generation === '2025-11-25') {
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() };
    sendLine(`\uFEFF${JSON.stringify(message)}`);
    await eventually('the introduction', () => lines.length === 1);
  }
  return { lines, sendLine, close };
}

async function overStdio(generation: Generation, text: string): Promise<string> {
  const opening = connections.get(generation) ?? connectStdio(generation);
  connections.set(generation, opening);
  const { lines, sendLine } = await opening;
  const before = lines.length;
  sendLine(text);
  return eventually('the answer', () => lines[before]);
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a message of %s', (generation) => {
  describe.each([
    ['HTTP', overHttp],
    ['stdio', overStdio],
  ])('over %s', (_transport, send) => {
    it.each(VALUES)('is read with %s', async (_what, write, expected) => {
      expect(await send(generation, write(generation))).toMatch(expected);
    });

    it.each(UNREADABLE)('that cannot be read names %s', async (_what, write, expected) => {
      expect(await send(generation, write(generation))).toMatch(expected);
    });
  });
});

describe('an introduction that cannot be read', () => {
  it.each([
    ['capabilities.elicitation', { capabilities: { elicitation: true } }],
    ['clientInfo.version', { clientInfo: { name: 'a', version: 1 } }],
    ['clientInfo.version', { clientInfo: { name: 'a' } }],
    ['protocolVersion', { protocolVersion: 1 }],
  ])('names %s', async (path, wrong) => {
    const params = { ...initializeParams(), ...wrong };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };

    const answer = await post(given().url, message);

    expect(await answer.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(`"${path}" must be`) },
    });
  });

  it('may have [] for each of its maps', async () => {
    const params = { ...initializeParams(), capabilities: { experimental: [], elicitation: [] } };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };

    expect(await (await post(given().url, message)).json()).toHaveProperty('result.serverInfo');
  });
});
