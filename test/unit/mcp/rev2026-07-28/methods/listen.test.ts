import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import type { Generation } from '../../../../../src/mcp/generation.js';
import { createGeneration } from '../../../../../src/mcp/rev2026-07-28/generation.js';
import { createListen } from '../../../../../src/mcp/rev2026-07-28/methods/listen.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import { createOwned } from '../../../../support/create-owned.js';
import { eventually } from '../../../../support/eventually.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { FORMS_ONLY, toExchange } from '../../../../support/open-calls.js';
import { testSealer } from '../../../../support/test-sealer.js';

const { tools } = parseManifest('tools: { a: { workflow: { type: doIt, taskQueue: q } } }');
const caller = { owner: 'ada' };
const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } };
const acknowledged = (notifications: object): object => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, ...meta },
});
const ended = {
  jsonrpc: '2.0',
  id: 7,
  result: {
    resultType: 'complete',
    _meta: {
      ...meta._meta,
      'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1.0.0' },
    },
  },
};
const toListen = (notifications: unknown): object => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'subscriptions/listen',
  params: {
    notifications,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    },
  },
});
const TASK = { taskIds: ['task-1'] };
const outOfReach = async (): Promise<never> =>
  Promise.reject(new TaskError(TaskErrorCode.unavailable, 'Out of reach.'));

let tasks: FakeTasks;
let generation: Generation;

beforeEach(async () => {
  tasks = new FakeTasks();
  const [tool] = [...tools.values()];
  if (!tool) throw new Error('There is no tool.');
  await createOwned(tasks, { tool, workflowArguments: [], owner: 'ada', protocolVersion: 'test' });
  const toolbox = createToolbox(tasks, tools);
  generation = createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
});
afterEach(async () => generation.close());

async function post(notifications: unknown, gone = new AbortController().signal) {
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, signal: gone });
  const received = generation.http.receive(request, toListen(notifications));
  const reply = await received.answer(caller, gone);
  return new Response(reply.body, reply);
}

/** Opens a stream, and reads it message by message. */
async function listen(notifications: unknown, gone?: AbortSignal): Promise<() => Promise<unknown>> {
  const { body } = await post(notifications, gone);
  const input = Readable.from((body ?? []) as AsyncIterable<Uint8Array>);
  const events = createInterface({ input })[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const { value, done } = (await events.next()) as IteratorResult<string, undefined>;
      if (done === true) return undefined;
      if (value.startsWith('data: ')) return JSON.parse(value.slice('data: '.length)) as unknown;
    }
  };
}

describe('a stream that carries tasks', () => {
  it('ends when its tasks cannot be watched any longer', async () => {
    tasks.waitFor = outOfReach;
    const next = await listen(TASK);
    await next();

    expect(await next()).toStrictEqual(ended);
  });

  it('ends at once when it is opened while the server drains, or has nothing to tell', async () => {
    for (const filter of [{}, { toolsListChanged: true }]) {
      const nothing = await listen(filter);

      expect([await nothing(), await nothing()]).toStrictEqual([acknowledged({}), ended]);
    }

    await generation.drain();
    const next = await listen(TASK);
    const messages: unknown[] = [];
    for (let message = await next(); message !== undefined; message = await next()) {
      messages.push(message);
    }

    expect(messages[0]).toStrictEqual(acknowledged(TASK));
    expect(messages.at(-1)).toStrictEqual(ended);
  });
});

it('takes so many subscriptions at a time, and others when some have ended', async () => {
  const client = new AbortController();
  const { run } = createListen({
    tasks,
    tools: createToolbox(tasks, new Map()),
    maxSubscriptions: 1,
  });
  const open = async (): Promise<unknown> =>
    run(toExchange({ id: 7, signal: client.signal, client: { ...FORMS_ONLY, usesTasks: true } }), {
      notifications: TASK,
    });
  const first = open();

  await expect(open()).rejects.toMatchObject({ code: 'busy' });

  client.abort();
  await first;

  await expect(open()).resolves.toBeDefined();
});

describe('over stdio, a subscription', () => {
  async function connect() {
    const [messages, output] = [new PassThrough({ objectMode: true }), new PassThrough()];
    const received: unknown[] = [];
    createInterface({ input: output }).on('line', (line) => received.push(JSON.parse(line)));
    const handle = await generation.stdio.connect({ messages, output, caller });
    return {
      handle,
      send: (message: object) => messages.write(message),
      until: async (count: number) =>
        eventually('messages', () => (received.length >= count ? received : undefined)),
    };
  }
  const CANCELLED = {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 7 },
  };

  it('keeps nothing waiting while it is prepared, and can be cancelled meanwhile', async () => {
    const { send, until } = await connect();
    const get = tasks.get.bind(tasks);
    const patience = new AbortController();
    tasks.get = async (...args) => {
      await once(patience.signal, 'abort');
      return get(...args);
    };
    send(toListen(TASK));
    send(CANCELLED);
    send({ ...toListen({}), id: 9, method: 'tools/list' });

    expect(await until(1)).toMatchObject([{ id: 9, result: {} }]);

    patience.abort();
    send({ ...toListen({}), id: 10, method: 'tools/list' });

    expect(await until(2)).toMatchObject([{ id: 9 }, { id: 10 }]);
  });

  it('ends with a cancellation when its tasks cannot be watched any longer', async () => {
    const { send, until } = await connect();
    tasks.waitFor = outOfReach;
    send(toListen(TASK));

    expect(await until(3)).toMatchObject([
      acknowledged(TASK),
      { method: 'notifications/cancelled', params: { requestId: 7 } },
      ended,
    ]);
  });
});
