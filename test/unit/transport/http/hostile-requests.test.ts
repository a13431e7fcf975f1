import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { Logger } from '../../../../src/core/logger.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { createHttpApp } from '../../../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../../../src/transport/http/start-http-server.js';
import { createGenerations } from '../../../support/create-generations.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { envelope, REVISION } from '../../../support/raw-mcp-2026.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(
  'tools: { order: { workflow: { type: order, taskQueue: q }, task: optional } }',
);
const REV2025 = '2025-11-25';

let tasks: FakeTasks;
let handle: HttpServerHandle;
let logged: unknown[][];

beforeEach(async () => {
  logged = [];
  tasks = new FakeTasks();
  const log: Logger['warn'] = (...entry) => logged.push(entry);
  const logger = { info: log, warn: log, error: log };
  const generations = createGenerations({ tasks, tools, sealer: testSealer, logger });
  handle = await startHttpServer(createHttpApp({ generations, logger }), { port: 0, drainMs: 0 });
});
afterEach(async () => handle.close());

interface Sent {
  readonly method: string;
  readonly params?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a request with method and params. */
  readonly body?: string;
}

async function post(
  revision: string,
  { method, params, headers, body }: Sent,
): Promise<{ status: number; text: string }> {
  const response = await fetch(handle.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...headers,
    },
    body: body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends one request line and no body, as no HTTP library would; resolves with the line of the answer. */
async function sendLine(requestLine: string, more = ''): Promise<string> {
  const { port } = new URL(handle.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.end(`${requestLine}\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`);
  const [line = ''] = (await text(socket)).split('\r\n');
  return line;
}

const _meta = envelope();
const DEEP = 5_000;
const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`;
const BAD_NAME = { name: { toString: 1 }, arguments: {} };
const NO_TOOL = /"code":-32602,"message":"Invalid params: \\"name\\" must be the name of a tool\."/;

describe('a request of a client that means no good, or knows no better,', () => {
  it.each<[string, string, Sent, number, RegExp]>([
    [
      'nested 5,000 levels deep',
      REV2025,
      { method: 'tools/call', body: deep },
      400,
      /"code":-32600,"message":"The request has more than \d+ levels of nesting\."/,
    ],
    [
      'nested 5,000 levels deep',
      REVISION,
      { method: 'tools/call', body: deep },
      400,
      /"code":-32600,"message":"The request has more than \d+ levels of nesting\."/,
    ],
    [
      'whose tool name is an object',
      REV2025,
      { method: 'tools/call', params: BAD_NAME },
      200,
      NO_TOOL,
    ],
    [
      'whose tool name is an object, as a task',
      REV2025,
      { method: 'tools/call', params: { ...BAD_NAME, task: {} } },
      200,
      NO_TOOL,
    ],
    [
      'whose tool name is an object',
      REVISION,
      { method: 'tools/call', params: { ...BAD_NAME, _meta } },
      200,
      NO_TOOL,
    ],
    [
      'that initializes with params of the wrong types',
      REV2025,
      { method: 'initialize', params: { protocolVersion: 1, capabilities: 'x', clientInfo: [] } },
      400,
      /"id":1,"error":\{"code":-32602,"message":"Invalid params: \\"protocolVersion\\" must be a string/,
    ],
    [
      'that initializes without params',
      REV2025,
      { method: 'initialize' },
      400,
      /"code":-32602,"message":"Invalid params: \\"protocolVersion\\" must be a string/,
    ],
    [
      'that lists tools from a cursor of another type',
      REVISION,
      { method: 'tools/list', params: { cursor: 1, _meta } },
      200,
      /"tools":/,
    ],
    [
      'whose envelope is missing',
      REVISION,
      { method: 'tools/list', params: {} },
      400,
      /"code":-32602/,
    ],
    [
      'whose headers name another tool',
      REVISION,
      {
        method: 'tools/call',
        params: { name: 'order', arguments: {}, _meta },
        headers: { 'mcp-name': 'x' },
      },
      400,
      /"code":-32020/,
    ],
  ])('%s (%s) is answered as its mistake', async (...row) => {
    const [, revision, sent, status, expected] = row;
    const answer = await post(revision, sent);

    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(expected);
    // A validator's dump, or a place in our code, is for nobody outside.
    expect(answer.text).not.toMatch(/invalid_type|\\n| at .*\.js/);
    expect(tasks.created).toStrictEqual([]);
  });

  it.each<[string, Sent]>([
    ['whose envelope is missing', { method: 'tools/list', params: {} }],
    [
      'whose headers name another tool',
      {
        method: 'tools/call',
        params: { name: 'order', arguments: {}, _meta },
        headers: { 'mcp-name': 'x' },
      },
    ],
  ])('%s is one line in the log, without the stack of an error', async (_what, sent) => {
    await post(REVISION, sent);

    expect(logged.map(([fields]) => Object.keys(fields as object))).toStrictEqual([['reason']]);
  });
});

describe('a request that HTTP has and the web has not', () => {
  it.each([
    ['TRACE /mcp HTTP/1.1', 'HTTP/1.1 405 Method Not Allowed'],
    ['POST http://localhost:99999/mcp HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ])('is refused: %s', async (requestLine, expected) => {
    expect(await sendLine(requestLine)).toBe(expected);
    expect(logged).toStrictEqual([]);
  });

  it('is refused, with two hosts: a proxy may have checked the other one', async () => {
    const line = 'GET /mcp HTTP/1.1';

    expect(await sendLine(line, 'Host: evil.example\r\n')).toBe('HTTP/1.1 400 Bad Request');
    expect(await sendLine(line)).not.toContain('400');
  });
});
