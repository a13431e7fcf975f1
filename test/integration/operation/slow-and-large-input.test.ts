/** Clients that send slowly, or more than the limits allow. The server keeps its size, and serves other clients. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { initializeParams, post, type RawMessage } from '../../support/raw-mcp.js';
import { serverCommand, startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

import { residentBytes } from './resident-bytes.js';

const MIB = 1024 * 1024;
/** Without a limit, the bodies alone would take 475 MiB. */
const SLOW_BODIES = 125;
const SENT_BYTES = 3.8 * MIB;
/** Large bodies of one owner that the server reads at the same time. */
const READ_BYTES = 8 * 4 * MIB;
const SLOW_HEADERS = 200;
const OVERSIZED = 50;
/** The bodies that are read, as much again for bodies that were read and dropped, and 120 MiB for the engine. */
const MAX_GROWTH = 2 * READ_BYTES + 120 * MIB;
/** Length of one line over stdio. */
const LINE_BYTES = 400 * MIB;

const MANIFEST = 'tools: { a: { workflow: { type: a, taskQueue: q } } }\n';
const LIST_25 = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const LIST_26 = { ...LIST_25, params: { _meta: envelope() } };

let folder: TestFolder;
beforeEach(async () => {
  folder = await createTestFolder({ 'mcp-tasks.yaml': MANIFEST });
});
afterEach(async () => folder.remove());

async function listTools(url: string): Promise<readonly number[]> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const answers = [await post(url, LIST_25), await post(url, LIST_26, { headers })];
  for (const answer of answers) await answer.text();
  return answers.map(({ status }) => status);
}

describe('HTTP', () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    const manifest = join(folder.path, 'mcp-tasks.yaml');
    server = await startMcpServer({ taskQueue: 'q', manifest });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop();
  });

  /** Opens a connection and sends a part of a request. @returns A function that returns the answer so far. */
  const begin = (head: readonly string[], bytes = 0): (() => string) => {
    const { port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${head.join('\r\n')}\r\n`);
    if (bytes > 0) socket.write(Buffer.alloc(bytes, '['));
    return () => answer;
  };
  const body = (size: string): string[] => ['Content-Type: application/json', size, ''];

  it('serves others, and keeps its size', async () => {
    await listTools(server.url);
    const before = residentBytes(server.child.pid);
    let most = before;
    const look = (): void => {
      most = Math.max(most, residentBytes(server.child.pid));
    };
    for (let index = 0; index < SLOW_HEADERS; index += 1) begin([`X-Slow: ${'x'.repeat(8_000)}`]);
    const announced = String(4 * MIB);
    for (let index = 0; index < SLOW_BODIES; index += 1) {
      begin(body(`Content-Length: ${announced}`), SENT_BYTES);
    }
    const oversized = Array.from({ length: OVERSIZED }, () =>
      begin(body(`Content-Length: ${1024 * MIB}`), MIB),
    );
    await eventually('those that are too large are refused', async () => {
      look();
      const areRefused = oversized.every((answer) => answer().startsWith('HTTP/1.1 413'));
      return Promise.resolve(areRefused ? true : undefined);
    });
    for (let round = 0; round < 20; round += 1) {
      expect(await listTools(server.url)).toStrictEqual([200, 200]);
      look();
    }

    expect(most - before).toBeLessThan(MAX_GROWTH);
  });
});

describe('stdio', () => {
  let child: ChildProcess | undefined;
  afterEach(async () => {
    if (child?.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });

  it.each([
    [
      '2025-11-25',
      { jsonrpc: '2.0', id: 'first', method: 'initialize', params: initializeParams() },
      LIST_25,
    ],
    ['2026-07-28', { ...LIST_26, id: 'first' }, LIST_26],
  ])('answers a line of 400 MiB under %s, keeps its size and goes on', async (...row) => {
    const [, first, next] = row;
    const manifest = join(folder.path, 'mcp-tasks.yaml');
    const { command, args, env } = serverCommand('--stdio', { taskQueue: 'q', manifest });
    const started = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    child = started;
    const replies: RawMessage[] = [];
    createInterface({ input: started.stdout }).on('line', (line) => {
      replies.push(JSON.parse(line) as RawMessage);
    });
    const replyTo = async (id: string | null): Promise<RawMessage> =>
      eventually(`a reply to ${String(id)}`, () => replies.find((reply) => reply.id === id));
    started.stdin.write(`${JSON.stringify(first)}\n`);

    expect(await replyTo('first')).toHaveProperty('result');

    const before = residentBytes(started.pid);
    let most = before;
    started.stdin.write('{"jsonrpc":"2.0","id":"large","method":"tools/call","params":{"name":"');
    for (let sent = 0; sent < LINE_BYTES; sent += MIB) {
      if (!started.stdin.write('x'.repeat(MIB))) {
        await within(PATIENCE_MS, once(started.stdin, 'drain'));
      }
      if (sent % (20 * MIB) === 0) most = Math.max(most, residentBytes(started.pid));
    }
    started.stdin.write('"}}\n');

    expect(await replyTo(null)).toMatchObject({
      error: { code: -32600, message: 'Invalid request: the message is larger than 4 MiB.' },
    });

    started.stdin.write(`${JSON.stringify({ ...next, id: 'next' })}\n`);

    expect(await replyTo('next')).toHaveProperty('result.tools');
    expect(most - before).toBeLessThan(150 * MIB);
  });
});
