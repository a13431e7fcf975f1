/** Clients that count requests by nanoseconds, as some in Go do: their IDs are beyond 2^53. */
import { describe, expect, it } from '@jest/globals';

import { toHeaders2026 } from '../../../lab/wire/revisions.js';
import { openStdio } from '../../../lab/wire/stdio.js';
import { eventually } from '../../support/eventually.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { initializeParams, post } from '../../support/raw-mcp.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();
const LIMIT =
  'must be a string, or a whole number from -9007199254740991 to 9007199254740991. Send it as a string.';

/** Requests as texts, since no number of JavaScript has these digits. */
const REQUESTS = {
  '2025-11-25': (id: string, token: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"_meta":{"progressToken":${token}}}}`,
  '2026-07-28': (id: string, token: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"_meta":${JSON.stringify({ ...envelope(), progressToken: '#' }).replace('"#"', token)}}}`,
};
const HEADERS = {
  '2025-11-25': {},
  '2026-07-28': toHeaders2026({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
};
const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;

const CASES = [
  ['1790000000123456789', '1', '"id"', -32600],
  ['1.5', '1', '"id"', -32600],
  ['7', '1790000000123456789', '"_meta.progressToken"', -32602],
  ['7', '1.5', '"_meta.progressToken"', -32602],
] as const;

describe.each(GENERATIONS)('a client of %s', (generation) => {
  it.each(CASES)(
    'over HTTP is told of the ID %s or the token %s',
    async (id, token, what, code) => {
      const request = REQUESTS[generation](id, token);
      const response = await post(given().url, request, { headers: HEADERS[generation] });
      const text = await response.text();

      expect(response.status).toBe(400);
      expect(text).toContain(`"id":${id}`);
      expect(text).toContain(`"code":${code}`);
      expect(text).toContain(`${JSON.stringify(what).slice(1, -1)} ${LIMIT}`);
    },
  );

  it('over stdio is told, too, with its ID', async () => {
    const { sendLine, listen, close } = openStdio(serverCommand('--stdio', given().options));
    const lines: string[] = [];
    listen((_message, line) => lines.push(line));
    for (const [id, token, what, code] of CASES) {
      const before = lines.length;
      sendLine(REQUESTS[generation](id, token));
      const line = await eventually(`the answer to ${id}`, () => lines[before]);

      expect(line).toContain(`"id":${id}`);
      expect(line).toContain(`"code":${code}`);
      expect(line).toContain(`${JSON.stringify(what).slice(1, -1)} ${LIMIT}`);
    }
    await close();
  });

  it.each(['5.0', '1e3', '-1', '9007199254740991', '""', '"1790000000123456789"'])(
    'is answered with the ID %s',
    async (id) => {
      const request = REQUESTS[generation](id, '1');
      const response = await post(given().url, request, { headers: HEADERS[generation] });

      expect(await response.json()).toMatchObject({ id: JSON.parse(id) as unknown, result: {} });
    },
  );
});

it('an initialize with such an ID is answered with its digits over stdio', async () => {
  const { sendLine, listen, close } = openStdio(serverCommand('--stdio', given().options));
  const lines: string[] = [];
  listen((_message, line) => lines.push(line));
  const params = JSON.stringify(initializeParams());
  sendLine(`{"jsonrpc":"2.0","id":1790000000123456789,"method":"initialize","params":${params}}`);
  const line = await eventually('an answer', () => lines[0]);
  await close();

  expect(line).toContain('"id":1790000000123456789');
  expect(line).toContain('"id\\" must be a string');
});

it('names the member that is wrong in another way', async () => {
  const { sendLine, listen, close } = openStdio(serverCommand('--stdio', given().options));
  const lines: string[] = [];
  listen((_message, line) => lines.push(line));
  for (const [params, words] of [
    ['5', '\\"params\\" must be an object.'],
    ['{"_meta":5}', '\\"_meta\\" must be an object.'],
    [
      '{"_meta":{"progressToken":{}}}',
      '\\"_meta.progressToken\\" must be a string, or a whole number',
    ],
  ]) {
    const before = lines.length;
    sendLine(`{"jsonrpc":"2.0","id":3,"method":"tools/list","params":${params}}`);
    expect(await eventually('the answer', () => lines[before])).toContain(
      `Invalid params: ${words}`,
    );
  }
  await close();
});
