import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  createTaskSessionFromClient,
  type TaskEnabledSession,
} from '@modelcontextprotocol/ext-tasks/client';

import { within } from '../../support/eventually.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { serverCommand } from '../../support/start-mcp-server.js';

const given = withHostServer();
const PROMPTLY_MS = 20_000;

/** A host that makes a task of each call, and polls. */
async function connect(capabilities: object): Promise<Client> {
  const client = new Client({ name: 'polling-host', version: '1.0.0' }, { capabilities });
  const { command, args, env } = serverCommand('--stdio', given().options);
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  return client;
}

/** Calls a tool as a task, and waits for its end. */
async function settle(
  session: TaskEnabledSession,
  name: string,
  input: Record<string, string | number>,
): Promise<unknown> {
  const execution = await session.callTool(name, input, { task: { preference: 'prefer' } });
  const { outcome } = await within(PROMPTLY_MS, execution.settle());
  return 'result' in outcome ? outcome.result : outcome;
}

describe('ext-tasks on 2025-11-25 over stdio, which only polls,', () => {
  const asked: string[] = [];
  let client: Client;
  let session: TaskEnabledSession;

  beforeAll(async () => {
    client = await connect({ elicitation: { form: {} } });
    session = createTaskSessionFromClient(client, {
      endpointId: 'polling-host',
      onInputRequest: async ({ kind }) => {
        asked.push(kind);
        return Promise.resolve({ action: 'accept', content: { confirm: true } } as never);
      },
    });
  });

  afterAll(async () => {
    await session.close();
    await client.close();
  });

  it('collects the result of its task', async () => {
    const result = await settle(session, 'compute', { seconds: 1, label: 'a task' });

    expect(result).toMatchObject({ structuredContent: { label: 'a task' } });
  });

  it('is asked, once, without opening anything for it', async () => {
    const result = await settle(session, 'confirm_delete', { filename: 'a.txt' });

    expect(result).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(asked).toHaveLength(1);
  });

  it('is offered no tools to go on with, once it has made a task', async () => {
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).not.toContain('task_result');
  });
});

describe('ext-tasks on 2025-11-25 over stdio, asked nothing,', () => {
  it('has a question refused at once', async () => {
    const client = await connect({});
    const session = createTaskSessionFromClient(client, { endpointId: 'unaskable-host' });

    const result = await settle(session, 'confirm_delete', { filename: 'a.txt' });
    await session.close();
    await client.close();

    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining('Did not delete a.txt') }],
    });
  });
});
