/** Requests that no HTTP library sends, byte by byte: methods, targets, headers, and bodies that end early. */
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createHttpApp } from '../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../src/transport/http/start-http-server.js';
import { createGenerations } from '../support/create-generations.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { FuzzedTasks, fuzzedTools } from '../support/fuzz/fuzzed-tasks.js';
import { hostileText } from '../support/fuzz/hostile-values.js';
import { findWrongStart, parseSent } from '../support/fuzz/judge-answer.js';
import { spoilText, textMutation } from '../support/fuzz/mutation.js';
import { validMessages2025, validMessages2026 } from '../support/fuzz/valid-messages.js';
import { testSealer } from '../support/test-sealer.js';

const TIMEOUT_MS = 60 * 60_000;
const HANG_MS = 20_000;

const tasks = new FuzzedTasks();
let server: HttpServerHandle;
let port: number;

beforeAll(async () => {
  const generations = createGenerations({ tasks, tools: fuzzedTools, sealer: testSealer });
  server = await startHttpServer(createHttpApp({ generations }), { port: 0, drainMs: 0 });
  port = Number(new URL(server.url).port);
});
afterAll(async () => server.close());

const sealed = { questionId: 'mcp-input.forged', requestState: 'forged' };
const bodies = [...validMessages2025(sealed), ...validMessages2026(sealed)].map((message) =>
  JSON.stringify(message),
);

const METHODS = ['POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PATCH'].concat(
  ['TRACE', 'CONNECT', 'PROPFIND', 'M-SEARCH', 'QUERY', 'PURGE', 'post', 'NONE'],
);
const TARGETS = [
  '/mcp',
  '/mcp',
  '/mcp',
  '/mcp/',
  '/MCP',
  '/mcp?a=%',
  '/mcp#x',
  '//mcp',
  '/%6dcp',
].concat(
  [
    '/mcp%2f',
    '/mcp;a',
    '*',
    'http://[/mcp',
    'http://[::1]/mcp',
    'http://a b/mcp',
    'http://a:99999/mcp',
  ],
  ['http:///mcp', 'mcp', '/healthz', '/readyz', '/%', '/..//mcp', '/mcp?%ff', '//[/mcp'],
);
const HEADERS = [
  'Accept: */*',
  'Accept:',
  'Authorization: Bearer x',
  'Content-Type: application/json; charset=x',
  'Content-Type: ;',
  'Content-Type: multipart/form-data; boundary=a',
  'Content-Encoding: gzip',
  'Content-Encoding: br, br',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Transfer-Encoding: chunked',
  'Mcp-Session-Id: a',
  'Mcp-Protocol-Version: 2026-07-28',
  'Mcp-Protocol-Version: 2025-11-25\r\nMcp-Protocol-Version: 2026-07-28',
  'Mcp-Method: =?base64?////?=',
  'Mcp-Name: =?base64?dA==?=',
  'Mcp-Param-a: b',
  'Origin: http://[',
  'Origin: null',
  'Host: a',
  'Last-Event-ID: 1',
  'Range: bytes=0-1',
  'If-None-Match: *',
  `X: ${'x'.repeat(10_000)}`,
  `X: ${'x'.repeat(40_000)}`,
  '__proto__: 1',
  'constructor: 1',
];

const request = fc.record({
  method: fc.constantFrom(...METHODS),
  target: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...TARGETS) },
    { weight: 1, arbitrary: hostileText.map((text) => `/mcp${text.replaceAll(/[\s]/g, '')}`) },
  ),
  headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
  body: fc.constantFrom(...bodies),
  lengthOff: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -30, max: 30 }) },
  ),
  /** Changes of the head alone: other suites spoil bodies. */
  changes: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(textMutation, { minLength: 1, maxLength: 2 }) },
  ),
});

function toBytes(given: typeof request extends fc.Arbitrary<infer Value> ? Value : never): Buffer {
  const { method, target, headers, body, lengthOff, changes } = given;
  const length = Math.max(Buffer.byteLength(body) + lengthOff, 0);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...headers,
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  return Buffer.from(`${spoilText(lines.join('\r\n'), changes)}\r\n\r\n${body}`, 'latin1');
}

/** Sends bytes, ends the request, and resolves with the start of the response. */
async function send(bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    if (text.length < 10_000) text += String(chunk);
    // A stream stays open until its client leaves.
    if (/text\/event-stream/i.test(text)) socket.destroy();
  });
  // The server may refuse the request and reset the connection while this client still sends.
  socket.on('error', () => undefined);
  const patience = setTimeout(() => {
    text = 'hangs';
    socket.destroy();
  }, HANG_MS);
  socket.end(bytes);
  await once(socket, 'close');
  clearTimeout(patience);
  return text;
}

describe('a request that breaks HTTP, or uses all of it,', () => {
  it(
    'is answered as its mistake, and the next one as what it is',
    async () => {
      const statuses = new Set<string>();
      const recent: unknown[] = [];
      await holdAlways(
        'raw HTTP requests',
        0.04,
        fc.asyncProperty(request, async (given) => {
          const bytes = toBytes(given);
          const { answer, created } = await bounded(async () => {
            await tasks.reset();
            const createdBefore = tasks.created.length;
            return { answer: await send(bytes), created: tasks.created.slice(createdBefore) };
          });
          const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
          statuses.add(status);
          // The server refuses a request that it cannot parse with a 4xx status: a 5xx status is a fault.
          if (answer === 'hangs' || status.startsWith('5')) throw new Error(answer.slice(0, 500));
          // The server may start the task of an earlier request after the client has left it and sent the next one.
          recent.push(parseSent(given.body));
          if (recent.length > 5) recent.shift();
          const wrong = findWrongStart(recent, created);
          if (wrong !== undefined) throw new Error(wrong);
        }),
      );
      const health = await fetch(server.url.replace('/mcp', '/healthz'));

      expect(health.status).toBe(200);
      expect(statuses.size).toBeGreaterThan(3);
    },
    TIMEOUT_MS,
  );
});
