import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { eventually } from '../../support/eventually.js';
import {
  connectStatelessHttp,
  connectStatelessStdio,
  type StatelessMcp,
} from '../../support/raw-mcp-2026.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { serverCommand, startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import {
  createTask,
  finish,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const LIST_CHANGED = 'notifications/tools/list_changed';
const unchecked = { openConnection: () => () => undefined, count: () => 0, problems: () => [] };

const given = withTestServers();
let folder: TestFolder | undefined;
let server: TestServer | undefined;

/** A manifest with these tools, which all start the same Workflow. */
function manifestOf(...tools: string[]): string {
  const lines = tools.map((name) => `  ${name}: { workflow: waitForFinish }\n`);
  return `defaults: { workflow: { taskQueue: '${given().options.taskQueue}' }, task: { after: 0s } }
tools:
${lines.join('')}`;
}

function manifestPath(): string {
  return join(folder?.path ?? '', 'mcp-tasks.yaml');
}

/** Puts another file in its place, as editors do. */
async function write(text: string): Promise<void> {
  await writeFile(`${manifestPath()}.new`, text);
  await rename(`${manifestPath()}.new`, manifestPath());
}

/** Writes a file with these settings of the server, and a manifest that names it. */
async function writeWithServer(settings: string): Promise<void> {
  await folder?.write({ 'server.yaml': `${settings}\n` });
  await write(`server: server.yaml\n${manifestOf('first')}`);
}

function url(): string {
  return server?.url ?? '';
}

/** Sends SIGHUP, and waits until the log has one more line like this. */
async function hangUp(pattern: RegExp): Promise<void> {
  const count = (): number => (server?.log() ?? '').match(new RegExp(pattern, 'g'))?.length ?? 0;
  const before = count();
  server?.child.kill('SIGHUP');
  await eventually('the end of a reload', () => count() > before);
}

/** A client of 2025-11-25, and how often it has been told that its tools are others. */
async function connectClient(
  transport: Transport,
): Promise<{ client: Client; told: () => number; names: () => Promise<string[]> }> {
  const client = new Client({ name: 'test', version: '0' });
  let told = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    told += 1;
  });
  await client.connect(transport);
  const names = async (): Promise<string[]> =>
    (await client.listTools()).tools
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('task_'));
  return { client, told: () => told, names };
}

async function listTools(mcp: Pick<StatelessMcp, 'request'>): Promise<string[]> {
  const { result } = await mcp.request('tools/list', {});
  return (result as { tools: { name: string }[] }).tools
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('task_'));
}

beforeAll(async () => {
  folder = await createTestFolder();
  await write(manifestOf('first'));
  server = await startMcpServer({ ...given().options, manifest: manifestPath() });
});

beforeEach(async () => {
  await write(manifestOf('first'));
  await hangUp(/has been reloaded/);
});

afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('a manifest that is reloaded at SIGHUP', () => {
  it('is told to a client of 2025-11-25 over its stream, which calls a new tool', async () => {
    const { client, told, names } = await connectClient(
      new StreamableHTTPClientTransport(new URL(url())),
    );
    try {
      expect(client.getServerCapabilities()?.tools).toStrictEqual({ listChanged: true });

      // Its stream is opened beside its first requests: until then nobody is told.
      for (let round = 1; told() === 0; round += 1) {
        await write(manifestOf('first', `round_${round}`));
        await hangUp(/has been reloaded/);
      }
      await write(manifestOf('first', 'second'));
      await hangUp(/has been reloaded/);

      await expect(names()).resolves.toStrictEqual(['first', 'second']);
      const taskId = await createTask(connectRawHttp(url()), 'second');
      await finish(given().temporal, taskId, 'done');
      const { content } = await resultOf(connectRawHttp(url()).request('tasks/result', { taskId }));
      expect(content).toStrictEqual([{ type: 'text', text: 'done' }]);
    } finally {
      await client.close();
    }
  });

  it('is told to subscribers of 2026-07-28, with tasks and without', async () => {
    const mcp = connectStatelessHttp(url(), unchecked);
    const both = await mcp.listen({ toolsListChanged: true, taskIds: [] });
    const alone = await mcp.listen({ toolsListChanged: true });
    const neither = await mcp.listen({ taskIds: [] });
    try {
      for (const { messages } of [both, alone]) {
        expect(messages[0]?.params).toMatchObject({ notifications: { toolsListChanged: true } });
      }
      await write(manifestOf('first', 'second'));
      await hangUp(/has been reloaded/);

      for (const subscription of [both, alone]) {
        await subscription.until('the change', ({ method }) => method === LIST_CHANGED);
      }
      await expect(listTools(mcp)).resolves.toStrictEqual(['first', 'second']);
      expect(neither.messages).toHaveLength(1);
    } finally {
      await Promise.all([both.close(), alone.close(), neither.close()]);
    }
  });

  it('leaves the one before in place where it is wrong, and says where', async () => {
    const mcp = connectStatelessHttp(url(), unchecked);
    const subscription = await mcp.listen({ toolsListChanged: true });
    try {
      await write(`${manifestOf('second')}    x: 1\n`.replace(' }\n    x: 1', ', x: 1 }'));
      await hangUp(/cannot be reloaded/);

      expect(server?.log()).toMatch(/mcp-tasks\.yaml:3:\d+ tools\.second\.x: Unknown key/);
      await expect(listTools(mcp)).resolves.toStrictEqual(['first']);
      expect(subscription.messages).toHaveLength(1);
    } finally {
      await subscription.close();
    }
  });

  it('is told to nobody where the tools look as they did', async () => {
    const mcp = connectStatelessHttp(url(), unchecked);
    const subscription = await mcp.listen({ toolsListChanged: true });
    try {
      await write(`${manifestOf('first')}# As before\n`);
      await hangUp(/has been reloaded/);

      expect(server?.log()).toMatch(/"listChanged":false/);
      expect(subscription.messages).toHaveLength(1);
    } finally {
      await subscription.close();
    }
  });

  it('leaves tasks of a tool that has gone to be read, cancelled and collected', async () => {
    const mcp = connectRawHttp(url());
    const [kept, cancelled] = [await createTask(mcp, 'first'), await createTask(mcp, 'first')];
    const waiting = mcp.request('tasks/result', { taskId: kept });
    await write(manifestOf('second'));
    await hangUp(/has been reloaded/);

    await expect(getTask(mcp, kept)).resolves.toMatchObject({ status: 'working' });
    await mcp.request('tasks/cancel', { taskId: cancelled });
    await untilStatus(mcp, cancelled, 'cancelled');
    await finish(given().temporal, kept, 'kept');
    expect((await resultOf(waiting))['content']).toStrictEqual([{ type: 'text', text: 'kept' }]);
    const { error } = await mcp.request('tools/call', { name: 'first', arguments: {} });
    expect(error?.message).toMatch(/Unknown tool: first/);
  });

  it('says what holds after a restart only', async () => {
    await writeWithServer('name: another');
    await hangUp(/hold after a restart only/);

    expect(server?.log()).toMatch(/"keys":\["server\.name"\]/);
  });

  it('is refused where it would ask for tokens', async () => {
    await writeWithServer(
      "auth: { resource: 'https://a.example/mcp', issuers: [{ issuer: 'https://b.example' }] }",
    );
    await hangUp(/cannot be reloaded/);

    expect(server?.log()).toMatch(/asks for tokens, which this server did not: start it again/);
  });
});

describe('a manifest that is reloaded over stdio', () => {
  it('is told to a client of 2025-11-25', async () => {
    const { command, args, env } = serverCommand('--stdio', {
      ...given().options,
      manifest: manifestPath(),
    });
    const transport = new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    const { client, told, names } = await connectClient(transport);
    try {
      await write(manifestOf('first', 'second'));
      process.kill(transport.pid ?? 0, 'SIGHUP');
      await eventually('word of the change', () => told() > 0);

      await expect(names()).resolves.toStrictEqual(['first', 'second']);
    } finally {
      await client.close();
    }
  });

  it('is told to a subscriber of 2026-07-28', async () => {
    const mcp = connectStatelessStdio({ ...given().options, manifest: manifestPath() }, unchecked);
    try {
      const subscription = await mcp.listen({ toolsListChanged: true, taskIds: [] });
      await write(manifestOf('first', 'second'));
      mcp.child.kill('SIGHUP');
      await subscription.until('the change', ({ method }) => method === LIST_CHANGED);

      await expect(listTools(mcp)).resolves.toStrictEqual(['first', 'second']);
    } finally {
      await mcp.close();
    }
  });
});

describe('a manifest that is watched', () => {
  it('is reloaded when its file is written, replaced, or another one by way of a link', async () => {
    const watched = await createTestFolder({
      'v1/tools.yaml': manifestOf('one'),
      'v2/tools.yaml': manifestOf('two'),
    });
    await symlink('v1', join(watched.path, '..data'));
    await symlink(join('..data', 'tools.yaml'), join(watched.path, 'tools.yaml'));
    const running = await startMcpServer({
      ...given().options,
      manifest: join(watched.path, 'tools.yaml'),
      args: ['--watch'],
    });
    const mcp = connectStatelessHttp(running.url, unchecked);
    const until = async (...names: string[]): Promise<void> => {
      await eventually(
        `the tools ${names.join()}`,
        async () => (await listTools(mcp)).join() === names.join(),
      );
    };
    /** Replaces the file by another one, as editors save it. */
    const replace = async (text: string): Promise<void> => {
      await watched.write({ 'next.yaml': text });
      await rename(join(watched.path, 'next.yaml'), join(watched.path, 'tools.yaml'));
    };
    try {
      await until('one');
      // As a ConfigMap is changed.
      await symlink('v2', join(watched.path, '..tmp'));
      await rename(join(watched.path, '..tmp'), join(watched.path, '..data'));
      await until('two');
      await replace('tools: [');
      await eventually('word of the problem', () => running.log().includes('cannot be reloaded'));
      await until('two');
      await replace(manifestOf('three'));
      await until('three');

      expect(running.log()).toMatch(/tools\.yaml:1:\d+/);
    } finally {
      await running.stop();
      await watched.remove();
    }
  });
});
