import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import type { WorkflowState } from '../../../src/core/contract/contract.js';
import { type AskedHttpClient, connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { serverCommand, startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const CAPABILITIES = {
  elicitation: { form: {} },
  sampling: {},
  tasks: {
    list: {},
    cancel: {},
    requests: { elicitation: { create: {} }, sampling: { createMessage: {} } },
  },
};
const YES = { action: 'accept' as const, content: { confirm: true } };
const DELETED = { content: [{ type: 'text', text: 'Deleted a.txt.' }] };
const DELETE = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

const given = withTestServers();

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A question of which the official client has made a task. */
interface Hosted {
  readonly id: string;
  readonly method: string;
  readonly related: unknown;
  readonly ttl: number | undefined;
}

/** The official client, which makes a task of whatever it is asked and leaves it to a test to end it. */
interface HostingClient {
  readonly client: Client;
  readonly store: InMemoryTaskStore;
  readonly hosted: Hosted[];
  readonly untilHosted: () => Promise<Hosted>;
}

function hostingClient(): HostingClient {
  const store = new InMemoryTaskStore();
  const hosted: Hosted[] = [];
  const client = new Client(
    { name: 'hosting-client', version: '0.0.0' },
    { capabilities: CAPABILITIES, taskStore: store },
  );
  for (const schema of [ElicitRequestSchema, CreateMessageRequestSchema] as const) {
    client.setRequestHandler(schema, async ({ method, params }, { taskStore }) => {
      if (!params.task || !taskStore) throw new Error('The question was asked plainly.');
      const task = await taskStore.createTask({
        ...(params.task.ttl !== undefined && { ttl: params.task.ttl }),
        pollInterval: 50,
      });
      hosted.push({ id: task.taskId, method, related: params._meta, ttl: params.task.ttl });
      return { task };
    });
  }
  closers.push(async () => {
    await client.close();
    store.cleanup();
  });
  const untilHosted = async (): Promise<Hosted> =>
    eventually('a task of the client', () => hosted.at(-1));
  return { client, store, hosted, untilHosted };
}

/** Calls a tool as a task; the result is not waited for. */
async function start(
  client: Client,
  call: { name: string; arguments: Record<string, unknown> },
): Promise<string> {
  const stream = client.experimental.tasks.callToolStream(call, undefined, { task: {} });
  for await (const message of stream) {
    if (message.type === 'taskCreated') return message.task.taskId;
  }
  throw new Error(`${call.name} became no task.`);
}

/** Waits until Temporal shows that a client has made a task of the question. */
async function untilKept(taskId: string): Promise<void> {
  await eventually(`a client's task of ${taskId}`, async () => {
    const { memo } = await given().temporal.workflow.getHandle(taskId).describe();
    return (memo?.['mcp.task'] as WorkflowState | undefined)?.clientTasks;
  });
}

/** Starts a call whose question its client answers by a task, and waits until the server asks for that task's result. */
async function hostQuestion(client: AskedHttpClient) {
  const created = await client.request('tools/call', { ...DELETE, task: {} });
  const { taskId } = created.result?.['task'] as { taskId: string };
  const waiting = client.open('tasks/result', { taskId });
  const [question] = await untilAsked(client);
  const task = { taskId: 'theirs', status: 'working', ttl: 60_000 };
  expect(await client.send({ id: question.id, result: { task } })).toBe(202);
  const [, fetch] = await untilAsked(client, { count: 2 });
  return { taskId, waiting, fetch };
}

const resultOf = async (client: Client, taskId: string): Promise<unknown> =>
  within(PATIENCE_MS, client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema));

const transports: Record<string, () => Transport> = {
  'Streamable HTTP': () => new StreamableHTTPClientTransport(new URL(given().url)),
  stdio: () => {
    const { command, args, env } = serverCommand('--stdio', given().options);
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  },
};

describe.each(Object.entries(transports))(
  'the official client with a task store, over %s',
  (_name, connect) => {
    const connected = async (): Promise<HostingClient> => {
      const hosting = hostingClient();
      await hosting.client.connect(connect());
      await hosting.client.listTools();
      return hosting;
    };

    it('answers a form by a task of its own, and is asked once', async () => {
      const { client, store, hosted, untilHosted } = await connected();
      const taskId = await start(client, DELETE);
      const result = resultOf(client, taskId);

      const { id, related, ttl } = await untilHosted();
      await store.storeTaskResult(id, 'completed', YES);

      expect(await result).toMatchObject(DELETED);
      expect(related).toStrictEqual({ 'io.modelcontextprotocol/related-task': { taskId } });
      expect(ttl).toBeLessThanOrEqual(600_000);
      expect(hosted).toHaveLength(1);
    });

    it('answers for its model by a task of its own', async () => {
      const { client, store, untilHosted } = await connected();
      const result = client.callTool({
        name: 'ask_model_for_summary',
        arguments: { text: 'story' },
      });

      const { id, method } = await untilHosted();
      const answer = { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };
      await store.storeTaskResult(id, 'completed', answer);

      expect(method).toBe('sampling/createMessage');
      expect(await within(PATIENCE_MS, result)).toMatchObject({ structuredContent: answer });
    });

    it('has the end of its task taken for no answer', async () => {
      const { client, store, untilHosted } = await connected();
      const result = resultOf(client, await start(client, DELETE));

      await store.updateTaskStatus((await untilHosted()).id, 'cancelled');

      expect(await result).toMatchObject({
        content: [{ text: 'Did not delete a.txt: cancel.' }],
      });
    });

    it('has its task cancelled together with ours', async () => {
      const { client, store, untilHosted } = await connected();
      const taskId = await start(client, DELETE);
      const result = resultOf(client, taskId).catch((error: unknown) => error);
      const { id } = await untilHosted();
      await untilKept(taskId);

      await client.experimental.tasks.cancelTask(taskId);

      expect(await result).toMatchObject({ code: -32603 });
      await eventually(
        'the cancellation',
        async () => (await store.getTask(id))?.status === 'cancelled',
      );
    });
  },
);

describe('a Workflow that keeps no tasks of clients', () => {
  it('has its questions asked plainly', async () => {
    const { client } = hostingClient();
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      if (params.task) throw new Error('It was asked to make a task.');
      return YES;
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(given().url)));
    const form = { type: 'object', properties: { confirm: { type: 'boolean' } } };
    const params = { message: 'Well?', requestedSchema: form };
    const requests = { one: { method: 'elicitation/create', params } };

    const result = client.callTool({ name: 'ask_by_contract', arguments: { requests } });

    expect(await within(PATIENCE_MS, result)).toMatchObject({ structuredContent: { one: YES } });
  });
});

describe('a server process that is killed while the client works on its task', () => {
  const startOther = async (): Promise<TestServer> => {
    const server = await startMcpServer(given().options);
    closers.push(() => server.kill());
    return server;
  };

  it('is followed by another one, which asks for the result and asks nobody again', async () => {
    const { client, store, hosted, untilHosted } = hostingClient();
    const first = await startOther();
    const transport = new StreamableHTTPClientTransport(new URL(first.url));
    await client.connect(transport);
    await client.listTools();
    const taskId = await start(client, DELETE);
    const broken = client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    broken.catch(() => undefined);
    const { id } = await untilHosted();
    await untilKept(taskId);

    await first.kill();
    const { sessionId } = transport;
    await client.close();
    // The session goes on, as behind a load balancer.
    const next = new StreamableHTTPClientTransport(new URL(given().url), {
      ...(sessionId !== undefined && { sessionId }),
    });
    next.setProtocolVersion('2025-11-25');
    await client.connect(next);
    const result = resultOf(client, taskId);
    await store.storeTaskResult(id, 'completed', YES);

    expect(await result).toMatchObject(DELETED);
    expect(hosted).toHaveLength(1);
  });

  it('is followed also for a client that begins a new session', async () => {
    const first = await startOther();
    const before = await connectAskedHttp([first.url], { capabilities: CAPABILITIES });
    const created = await before.request('tools/call', { ...DELETE, task: {} });
    const { taskId } = created.result?.['task'] as { taskId: string };
    before.open('tasks/result', { taskId });
    const [question] = await untilAsked(before);
    const task = { taskId: 'theirs', status: 'working', ttl: 60_000 };
    expect(await before.send({ id: question.id, result: { task } })).toBe(202);
    await untilAsked(before, { count: 2 });

    await first.kill();
    const after = await connectAskedHttp([given().url], { capabilities: CAPABILITIES });
    const waiting = after.open('tasks/result', { taskId });
    const [fetch] = await untilAsked(after);
    expect(fetch).toMatchObject({ method: 'tasks/result', params: { taskId: 'theirs' } });
    const unknown = { code: -32602, message: 'Task not found' };
    expect(await after.send({ id: fetch.id, error: unknown })).toBe(202);
    const [, again] = await untilAsked(after, { count: 2 });
    expect(await after.send({ id: again?.id, result: YES })).toBe(202);

    expect(again).toMatchObject({ method: 'elicitation/create', params: { task: {} } });
    expect((await within(PATIENCE_MS, waiting.reply)).result).toMatchObject(DELETED);
    await after.close();
    await before.close();
  });
});

describe('a task of a client that is answered through several processes', () => {
  it('is kept whichever process its client tells of it', async () => {
    const other = await startMcpServer(given().options);
    closers.push(() => other.kill());
    // Each request and each answer meets the other process than the one before.
    const client = await connectAskedHttp([given().url, other.url], { capabilities: CAPABILITIES });
    closers.push(() => client.close());
    const { waiting, fetch } = await hostQuestion(client);
    expect(await client.send({ id: fetch?.id, result: YES })).toBe(202);

    expect(fetch).toMatchObject({ method: 'tasks/result', params: { taskId: 'theirs' } });
    expect((await within(PATIENCE_MS, waiting.reply)).result).toMatchObject(DELETED);
    expect(waiting.received.filter(({ method }) => method === 'elicitation/create')).toHaveLength(
      1,
    );
  });
});

describe('a task of a client', () => {
  it('is dropped, and the question asked again, where its result does not fit', async () => {
    const client = await connectAskedHttp([given().url], { capabilities: CAPABILITIES });
    closers.push(() => client.close());
    const { waiting, fetch } = await hostQuestion(client);
    expect(await client.send({ id: fetch?.id, result: { action: 'maybe' } })).toBe(202);
    const [, , again] = await untilAsked(client, { count: 3 });
    expect(await client.send({ id: again?.id, result: YES })).toBe(202);

    expect(again).toMatchObject({
      method: 'elicitation/create',
      params: { message: expect.stringMatching(/^Delete a\.txt\? \(.*action must be/), task: {} },
    });
    expect((await within(PATIENCE_MS, waiting.reply)).result).toMatchObject(DELETED);
  });

  it('keeps the question from a client that cannot be asked, and from being refused', async () => {
    const client = await connectAskedHttp([given().url], { capabilities: CAPABILITIES });
    const mute = await connectAskedHttp([given().url], { capabilities: {} });
    closers.push(
      () => client.close(),
      () => mute.close(),
    );
    const { taskId, waiting, fetch } = await hostQuestion(client);
    const other = mute.open('tasks/result', { taskId });
    await mute.request('tasks/get', { taskId });
    expect(await client.send({ id: fetch?.id, result: YES })).toBe(202);

    for (const { reply } of [waiting, other]) {
      expect((await within(PATIENCE_MS, reply)).result).toMatchObject(DELETED);
    }
  });
});
