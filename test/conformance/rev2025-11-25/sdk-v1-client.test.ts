import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { tapTransport } from '../../support/conformance/tap-transport.js';
import { expectEveryMessageToFit, withWireLog } from '../../support/conformance/with-wire-log.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { finish } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers();
const tap = withWireLog(() => servers().url);

const transports: Record<string, () => Transport> = {
  'Streamable HTTP': () => new StreamableHTTPClientTransport(new URL(tap().url)),
  stdio: () => {
    const { command, args, env } = serverCommand('--stdio', servers().options);
    const transport = new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    return tapTransport(transport, tap().log.openConnection('2025-11-25'));
  },
};

/** The steps of `callToolStream` in order, without repetitions of a status, and its last message. */
async function streamOf(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ steps: string[]; last: Record<string, unknown> }> {
  const steps: string[] = [];
  let last: Record<string, unknown> = {};
  const stream = client.experimental.tasks.callToolStream({ name, arguments: args });
  for await (const message of stream) {
    last = { ...message };
    const step = message.type === 'taskStatus' ? message.task.status : message.type;
    if (steps.at(-1) !== step) steps.push(step);
  }
  return { steps, last };
}

describe.each(Object.keys(transports))('the official client over %s', (transport) => {
  const client = new Client({ name: 'official-client', version: '0.0.0' });
  const { tasks } = client.experimental;

  const createTask = async (name: string): Promise<string> => {
    const stream = tasks.callToolStream({ name, arguments: {} }, undefined, { task: {} });
    for await (const message of stream) {
      if (message.type === 'taskCreated') return message.task.taskId;
    }
    throw new Error(`${name} became no task.`);
  };

  beforeAll(async () => {
    const connectTransport = transports[transport];
    if (connectTransport) await client.connect(connectTransport());
    await client.listTools();
  });

  afterAll(async () => client.close());

  it('sees the capability', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'test-server' });
    expect(client.getServerCapabilities()?.tasks).toStrictEqual({
      list: {},
      cancel: {},
      requests: { tools: { call: {} } },
    });
  });

  it('lists the tools with their task support', async () => {
    const { tools } = await client.listTools();
    const supportOf = new Map(tools.map((tool) => [tool.name, tool.execution?.taskSupport]));

    expect(supportOf.get('greet')).toBe('forbidden');
    expect(supportOf.get('failing_job')).toBe('required');
    expect(supportOf.get('quick_job')).toBe('optional');
  });

  it('calls an optional and a forbidden tool plainly', async () => {
    expect(await client.callTool({ name: 'quick_job', arguments: {} })).toStrictEqual({
      content: [{ type: 'text', text: 'Done' }],
    });
    expect(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toStrictEqual({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
  });

  it('validates structured content against the output schema', async () => {
    const call = { name: 'slow_compute', arguments: { seconds: 0.1, label: 'pi' } };

    expect(await client.callTool(call)).toMatchObject({ structuredContent: { label: 'pi' } });
  });

  it('streams a task from its creation to its result', async () => {
    const { steps, last } = await streamOf(client, 'slow_compute', { seconds: 1, label: 'pi' });

    expect(steps).toStrictEqual(['taskCreated', 'working', 'completed', 'result']);
    expect(last['result']).toMatchObject({ structuredContent: { label: 'pi', seconds: 1 } });
  });

  it('streams a task that fails', async () => {
    const { steps, last } = await streamOf(client, 'failing_job');

    expect(steps).toStrictEqual(['taskCreated', 'working', 'failed', 'error']);
    expect(last['error']).toBeInstanceOf(Error);
  });

  it('streams the refusal of a forbidden tool', async () => {
    const stream = tasks.callToolStream({ name: 'greet', arguments: { name: 'Ada' } }, undefined, {
      task: {},
    });
    const messages = [];
    for await (const message of stream) messages.push(message);

    expect(messages).toStrictEqual([
      { type: 'error', error: expect.objectContaining({ code: -32601 }) },
    ]);
  });

  it('gets a task and its result', async () => {
    const taskId = await createTask('wait_for_finish');
    expect(await tasks.getTask(taskId)).toMatchObject({ taskId, status: 'working' });
    const result = tasks.getTaskResult(taskId, CallToolResultSchema);
    await finish(servers().temporal, taskId, { sum: 3 });

    expect(await result).toMatchObject({
      structuredContent: { sum: 3 },
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    expect(await tasks.getTask(taskId)).toHaveProperty('status', 'completed');
  });

  it('gets the result of a task that failed, and the error of one that ended in one', async () => {
    const failing = await createTask('failing_job');
    const erring = await createTask('protocol_error_job');

    expect(await tasks.getTaskResult(failing, CallToolResultSchema)).toMatchObject({
      isError: true,
    });
    await expect(tasks.getTaskResult(erring, CallToolResultSchema)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'requested by the fixture' },
    });
  });

  it('lists tasks', async () => {
    const taskId = await createTask('wait_for_finish');
    const listed = await tasks.listTasks();

    expect(listed.tasks.find((task) => task.taskId === taskId)).toMatchObject({
      status: 'working',
    });
  });

  it('cancels a task, once', async () => {
    const taskId = await createTask('wait_for_finish');

    expect(await tasks.cancelTask(taskId)).toMatchObject({ taskId, status: 'cancelled' });
    await expect(tasks.cancelTask(taskId)).rejects.toMatchObject({ code: -32602 });
    expect(await tasks.getTask(taskId)).toHaveProperty('status', 'cancelled');
  });

  it('gives up waiting for a result without harm to the task', async () => {
    const taskId = await createTask('wait_for_finish');
    const waiting = tasks.getTaskResult(taskId, CallToolResultSchema, { timeout: 300 });

    await expect(waiting).rejects.toMatchObject({ code: -32001 });
    expect(await tasks.getTask(taskId)).toHaveProperty('status', 'working');
    await finish(servers().temporal, taskId, 'done');
    expect(await tasks.getTaskResult(taskId, CallToolResultSchema)).toHaveProperty('content', [
      { type: 'text', text: 'done' },
    ]);
  });

  it('is told of an unknown task', async () => {
    await expect(tasks.getTask('unknown')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('the wire', () => {
  expectEveryMessageToFit(tap);
});
