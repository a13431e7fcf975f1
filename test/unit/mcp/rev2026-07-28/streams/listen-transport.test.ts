import { once } from 'node:events';

import { describe, expect, it } from '@jest/globals';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { LOCAL_OWNER } from '../../../../../src/core/person/owner.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { withTaskSubscriptions } from '../../../../../src/mcp/rev2026-07-28/streams/listen-transport.js';
import { eventually } from '../../../../support/eventually.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';

const { tools } = parseManifest(`
defaults: { taskQueue: q }
tools:
  place_order: { workflow: placeOrder }
`);
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};
const SUBSCRIPTION_ID = { 'io.modelcontextprotocol/subscriptionId': 7 };
const ACKNOWLEDGED: JSONRPCMessage = {
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications: {}, _meta: SUBSCRIPTION_ID },
};
const CANCELLED: JSONRPCMessage = {
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 7 },
};

const listen = (_meta: Record<string, unknown> = ENVELOPE): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'subscriptions/listen',
  params: { notifications: { taskIds: ['task-1'] }, _meta },
});

interface Setup {
  readonly tasks: FakeTasks;
  /** The connection as the SDK has it. */
  readonly transport: Transport;
  /** What the SDK has received. */
  readonly received: JSONRPCMessage[];
  /** What the client has received. */
  readonly sent: JSONRPCMessage[];
  readonly receive: (message: JSONRPCMessage) => void;
}

async function setUp(): Promise<Setup> {
  const tasks = new FakeTasks();
  const tool = tools.get('place_order');
  if (!tool) throw new Error('There is no tool.');
  await tasks.create({
    tool,
    owner: LOCAL_OWNER,
    workflowArguments: [],
    protocolVersion: '2026-07-28',
  });
  const sent: JSONRPCMessage[] = [];
  const received: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => Promise.resolve(),
    close: async () => Promise.resolve(),
    send: async (message) => {
      sent.push(message);
      return Promise.resolve();
    },
  };
  const serverInfo = { name: 'test', version: '1.0.0' };
  const identity = { owner: LOCAL_OWNER };
  const transport = withTaskSubscriptions(inner, { tasks, identity, serverInfo });
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  return { tasks, transport, received, sent, receive: (message) => inner.onmessage?.(message) };
}

const untilLength = async (list: readonly unknown[], length: number): Promise<unknown> =>
  eventually('messages', async () => Promise.resolve(list.length >= length ? true : undefined));

describe('withTaskSubscriptions', () => {
  it('lets nothing but its own cancellation wait for a subscription that is being prepared', async () => {
    const { tasks, received, receive } = await setUp();
    const get = tasks.get.bind(tasks);
    const patience = new AbortController();
    tasks.get = async (...args) => {
      await once(patience.signal, 'abort');
      return get(...args);
    };
    receive(listen());
    receive(CANCELLED);
    receive({ ...CANCELLED, params: { requestId: 8 } });
    receive({ jsonrpc: '2.0', id: 9, method: 'tools/list' });

    expect(received).toMatchObject([{ params: { requestId: 8 } }, { id: 9 }]);

    await new Promise(setImmediate);
    patience.abort();
    await untilLength(received, 4);

    expect(received.slice(2)).toMatchObject([{ id: 7 }, { params: { requestId: 7 } }]);
  });

  it.each([
    ['no envelope', {}],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }],
    ['no version', { 'io.modelcontextprotocol/clientCapabilities': {} }],
  ])('leaves a request with %s to the SDK to refuse', async (_what, meta) => {
    const { received, sent, receive } = await setUp();
    receive(listen(meta));

    expect(received).toMatchObject([{ id: 7 }]);
    expect(sent).toStrictEqual([]);
  });

  it('ends a subscription whose tasks cannot be watched any longer, and tells the SDK', async () => {
    const { tasks, transport, received, sent, receive } = await setUp();
    tasks.waitFor = async () =>
      Promise.reject(new TaskError(TaskErrorCode.unavailable, 'Out of reach.'));
    receive(listen());
    await untilLength(received, 1);
    await transport.send(ACKNOWLEDGED);
    await untilLength(sent, 3);

    expect(sent).toMatchObject([
      { params: { notifications: { taskIds: ['task-1'] } } },
      { method: 'notifications/cancelled', params: { requestId: 7 } },
      { id: 7, result: { resultType: 'complete', _meta: SUBSCRIPTION_ID } },
    ]);
    expect(received).toMatchObject([{ method: 'subscriptions/listen' }, CANCELLED]);
  });
});
