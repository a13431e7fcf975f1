import { PassThrough } from 'node:stream';

import { afterEach, describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { StdioHandle } from '../../../../src/mcp/generation.js';
import { createGeneration } from '../../../../src/mcp/rev2025-11-25/index.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { QUESTION } from '../../../support/asking.js';
import { eventually, within } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(
  'tools: { place_order: { workflow: { type: placeOrder, taskQueue: q } } }',
);
const OWNER = 'me';
const YES = { action: 'accept', content: { ok: true } };
const DEADLINE_MS = 5_000;

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

interface Connected {
  readonly tasks: FakeTasks;
  readonly handle: StdioHandle;
  /** Ends the client's side. */
  readonly end: () => void;
  readonly received: Message[];
  readonly write: (message: unknown) => void;
  /** Sends a request, and resolves with its response. */
  readonly request: (method: string, params?: object) => Promise<Message>;
  /** Resolves with the first message of a method. */
  readonly next: (method: string) => Promise<Message>;
}

function createStdio(tasks: FakeTasks) {
  const toolbox = createToolbox(tasks, tools, { taskTools: false });
  return createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
}

const open: StdioHandle[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (handle) => handle.close()));
});

async function connect({
  tasks = new FakeTasks(),
  protocolVersion = '2025-11-25',
  generation = createStdio(tasks),
} = {}): Promise<Connected> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const received: Message[] = [];
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    received.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  const handle = await generation.stdio.connect({ input, output, caller: { owner: OWNER } });
  open.push(handle);
  const write = (message: unknown): void => {
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  };
  const find = async (what: string, wanted: (message: Message) => boolean): Promise<Message> =>
    eventually(what, () => received.find(wanted));
  let lastId = 0;
  const request: Connected['request'] = async (method, params = {}) => {
    lastId += 1;
    const id = lastId;
    write({ jsonrpc: '2.0', id, method, params });
    return find(method, (message) => message.id === id && message.method === undefined);
  };
  await request('initialize', {
    protocolVersion,
    capabilities: { elicitation: {} },
    clientInfo: { name: 'test', version: '1.0.0' },
  });
  write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    tasks,
    handle,
    end: () => input.end(),
    received,
    write,
    request,
    next: async (method) => find(method, (message) => message.method === method),
  };
}

const asking = { phase: 'inputRequired', inputRequests: { i1: QUESTION } } as const;
const createTask = async ({ request }: Connected): Promise<Message> =>
  request('tools/call', { name: 'place_order', task: {}, _meta: { progressToken: 'p' } });

describe('a connection over stdio', () => {
  it('says nothing of a task ahead of the reply that creates it', async () => {
    const client = await connect();
    client.write({
      jsonrpc: '2.0',
      id: 'call',
      method: 'tools/call',
      params: { name: 'place_order', task: {} },
    });
    await client.tasks.untilCreated(1);
    client.tasks.update('task-1', asking);
    await client.next('elicitation/create');

    const [reply, ...others] = client.received.filter(({ id }) => id !== 1);
    expect(reply).toMatchObject({ id: 'call', result: { task: { taskId: 'task-1' } } });
    expect(others).toMatchObject([{ method: 'elicitation/create' }]);
  });

  it('asks and tells everything once, also while the result is waited for', async () => {
    const client = await connect();
    await createTask(client);
    const result = client.request('tasks/result', { taskId: 'task-1' });
    client.tasks.update('task-1', { ...asking, progress: { progress: 1 } });
    const question = await client.next('elicitation/create');
    client.write({ jsonrpc: '2.0', id: question.id, result: YES });
    await eventually('an answer', () => client.tasks.answered[0]);
    client.tasks.settle('task-1', { kind: 'result', result: { content: [] } });
    await result;

    const told = client.received.filter(({ method }) => method !== undefined);
    const statuses = told
      .filter(({ method }) => method === 'notifications/tasks/status')
      .map(({ params }) => params?.['status']);
    expect(told.filter(({ method }) => method === 'elicitation/create')).toHaveLength(1);
    expect(told.filter(({ method }) => method === 'notifications/progress')).toHaveLength(1);
    expect(statuses).toStrictEqual([...new Set(statuses)]);
  });

  it('carries nothing of what was created elsewhere, until it is read', async () => {
    const tasks = new FakeTasks();
    const generation = createStdio(tasks);
    const mine = await connect({ tasks, generation });
    const theirs = await connect({ tasks, generation });
    await createTask(theirs);
    tasks.update('task-1', asking);
    await theirs.next('elicitation/create');
    const before = mine.received.filter(({ method }) => method !== undefined);
    await mine.request('tasks/get', { taskId: 'task-1' });
    theirs.end();
    await within(DEADLINE_MS, theirs.handle.closed);

    expect(before).toStrictEqual([]);
    expect(await mine.next('elicitation/create')).toMatchObject({
      params: { message: 'Well?' },
    });
  });

  it('closes with its generation', async () => {
    const tasks = new FakeTasks();
    const generation = createStdio(tasks);
    const { handle } = await connect({ tasks, generation });
    await generation.close();

    await expect(within(DEADLINE_MS, handle.closed)).resolves.toBeUndefined();
  });
});

describe('the opening of a connection', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

  it.each([
    ['a request', { id: 1, method: 'initialize', params: {} }, 'opens'],
    ['a request without params', { id: 1, method: 'ping' }, 'opens'],
    ['one with other metadata', { id: 1, method: 'ping', params: { _meta: {} } }, 'opens'],
    ['one that names its revision', { id: 1, method: 'ping', params: { _meta: meta } }, 'none'],
    ['a notification', { method: 'notifications/initialized' }, 'none'],
    ['a response', { id: 1, result: {} }, 'none'],
    ['no message', null, 'none'],
  ])('by %s', (_what, message, opening) => {
    expect(createStdio(new FakeTasks()).stdio.recognize(message)).toBe(opening);
  });
});
