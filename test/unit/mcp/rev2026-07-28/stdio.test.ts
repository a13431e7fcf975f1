import { createInterface, type Interface } from 'node:readline';
import { PassThrough } from 'node:stream';

import { afterEach, describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { Generation, StdioHandle } from '../../../../src/mcp/generation.js';
import { createGeneration } from '../../../../src/mcp/rev2026-07-28/generation.js';
import { recognize } from '../../../../src/mcp/rev2026-07-28/wire/recognize.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { within } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const PATIENCE_MS = 5_000;
const { tools } = parseManifest('tools: { slow: { workflow: { type: doIt, taskQueue: q } } }');
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const request = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta },
});
const CALL = request('tools/call', { name: 'slow', arguments: {} });
const CANCELLED = {
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 1 },
};

interface Setup {
  readonly tasks: FakeTasks;
  readonly generation: Generation;
  readonly connection: StdioHandle;
  readonly input: PassThrough;
  readonly send: (message: unknown) => void;
  readonly next: () => Promise<unknown>;
}

const lines: Interface[] = [];

afterEach(() => {
  for (const each of lines.splice(0)) each.close();
});

async function connect(): Promise<Setup> {
  const tasks = new FakeTasks();
  const toolbox = createToolbox(tasks, tools);
  const generation = createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
  const input = new PassThrough({ objectMode: true });
  const output = new PassThrough();
  const caller = { owner: 'ada' };
  const connection = await generation.stdio.connect({ messages: input, output, caller });
  const reader = createInterface({ input: output });
  lines.push(reader);
  const messages = reader[Symbol.asyncIterator]();
  return {
    tasks,
    generation,
    connection,
    input,
    send: (message) => input.write(message),
    next: async () => {
      const line: IteratorResult<string> = await within(PATIENCE_MS, messages.next());
      return JSON.parse(line.value as string) as unknown;
    },
  };
}

describe('recognize', () => {
  it.each([
    ['a request that names its revision', request('tools/list'), 'opens'],
    [
      'one of a revision that there is not',
      { id: 1, method: 'a', params: { _meta: { ..._meta, [Object.keys(_meta)[0] ?? '']: 'x' } } },
      'opens',
    ],
    ['a question for what there is', request('server/discover'), 'asks'],
    ['a request that names none', { jsonrpc: '2.0', id: 1, method: 'initialize' }, 'none'],
    [
      'a request without metadata',
      { id: 1, method: 'tools/list', params: { _meta: null } },
      'none',
    ],
    ['a notification', { ...CANCELLED, params: { requestId: 1, _meta } }, 'none'],
    ['a response', { jsonrpc: '2.0', id: 1, result: { _meta } }, 'none'],
    ['what is no message', [request('tools/list')], 'none'],
    ['nothing', null, 'none'],
  ])('says of %s what it opens', (_what, message, expected) => {
    expect(recognize(message)).toBe(expected);
  });
});

describe('a connection', () => {
  it.each([
    ['no JSON-RPC', { id: 2, method: 'a' }, 2, -32600],
    ['a list', [CALL], null, -32600],
    ['params of another kind', { jsonrpc: '2.0', id: 'x', method: 'a', params: [] }, 'x', -32602],
    [
      'a progress token of another kind',
      { jsonrpc: '2.0', id: 3, method: 'a', params: { _meta: { ..._meta, progressToken: {} } } },
      3,
      -32602,
    ],
  ])('answers %s', async (...[, message, id, code]) => {
    const { send, next } = await connect();
    send(message);

    expect(await next()).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });
});
