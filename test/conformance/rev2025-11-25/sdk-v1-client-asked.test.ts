import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type ElicitResult,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers();
const CONFIRM = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

const transports: Record<string, () => Transport> = {
  'Streamable HTTP': () => new StreamableHTTPClientTransport(new URL(servers().url)),
  stdio: () => {
    const { command, args, env } = serverCommand('--stdio', servers().options);
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  },
};

describe.each(Object.keys(transports))('the official client over %s', (transport) => {
  const client = new Client(
    { name: 'official-client', version: '0.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} }, sampling: {} } },
  );
  let answer: ElicitResult;
  let asked: string[] = [];
  const statuses: string[] = [];

  beforeAll(async () => {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return answer;
    });
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      asked.push(JSON.stringify(params.messages));
      return { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };
    });
    client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => {
      statuses.push(params.status);
    });
    const connectTransport = transports[transport];
    if (connectTransport) await client.connect(connectTransport());
    await client.listTools();
  });

  beforeEach(() => {
    asked = [];
    answer = { action: 'accept', content: { confirm: true } };
  });

  afterAll(async () => client.close());

  const run = async (call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<{ steps: string[]; result: unknown }> => {
    const steps: string[] = [];
    let result: unknown;
    const stream = client.experimental.tasks.callToolStream(call, undefined, {
      task: {},
      timeout: PATIENCE_MS,
    });
    for await (const message of stream) {
      const step = message.type === 'taskStatus' ? message.task.status : message.type;
      if (steps.at(-1) !== step) steps.push(step);
      if (message.type === 'result') result = message.result;
      if (message.type === 'error') throw message.error;
    }
    return { steps, result };
  };

  it('fills in a form that a task asks for', async () => {
    const { result, steps } = await run(CONFIRM);

    expect(result).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(asked).toStrictEqual(['Delete a.txt?']);
    expect(steps.at(0)).toBe('taskCreated');
    expect(steps.at(-1)).toBe('result');
  });

  it('declines', async () => {
    answer = { action: 'decline' };

    expect((await run(CONFIRM)).result).toMatchObject({
      content: [{ text: 'Did not delete a.txt: decline.' }],
    });
  });

  it('opens a web page', async () => {
    answer = { action: 'accept' };
    const { result } = await run({
      name: 'ask_for_visit',
      arguments: { url: 'https://pay.example/1' },
    });

    expect(result).toMatchObject({ structuredContent: { action: 'accept' } });
    expect(asked).toStrictEqual(['Please pay.']);
  });

  it('asks its model', async () => {
    const { result } = await run({ name: 'ask_model_for_summary', arguments: { text: 'story' } });

    expect(result).toMatchObject({ structuredContent: { content: { text: 'Short.' } } });
    expect(asked).toHaveLength(1);
  });

  it('fills in two forms at once', async () => {
    answer = { action: 'cancel' };
    const { result } = await run({ name: 'multi_input', arguments: {} });

    expect(result).toMatchObject({
      structuredContent: { colour: { action: 'cancel' }, size: { action: 'cancel' } },
    });
    expect(asked.sort()).toStrictEqual(['Which colour?', 'Which size?']);
  });

  it('is asked in a plain call', async () => {
    expect(await within(PATIENCE_MS, client.callTool(CONFIRM))).toStrictEqual({
      content: [{ type: 'text', text: 'Deleted a.txt.' }],
    });
    expect(asked).toStrictEqual(['Delete a.txt?']);
  });

  it('has its handler’s failure taken to the work', async () => {
    client.setRequestHandler(CreateMessageRequestSchema, () => {
      throw new Error('No model today');
    });
    const result = await within(
      PATIENCE_MS,
      client.callTool({ name: 'ask_model_for_summary', arguments: { text: 'story' } }),
    );

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/No model today/) }],
    });
  });

  it('hears of progress in a plain call', async () => {
    const heard: number[] = [];
    await client.callTool(
      { name: 'heartbeat_for_long', arguments: { steps: 25, stepMs: 100 } },
      CallToolResultSchema,
      { onprogress: ({ progress }) => heard.push(progress) },
    );

    expect(heard.length).toBeGreaterThan(0);
    expect(heard).toStrictEqual([...new Set(heard)].sort((one, other) => one - other));
  });

  it('hears of the status', async () => {
    statuses.length = 0;
    await run(CONFIRM);

    // The client's poll may see the end before the notification on its standing stream.
    await eventually('the end is told', () => statuses.includes('completed'));
    expect(statuses.at(-1)).toBe('completed');
  });
});
