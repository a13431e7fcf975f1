import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { createTask, finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();
let folder: TestFolder;
let server: TestServer;
let mcp: RawMcp;

/** A manifest with these tools, which all start the same Workflow. */
function manifestOf(...tools: string[]): string {
  const lines = tools.map((name) => `  ${name}: { workflow: waitForFinish }\n`);
  return `defaults: { workflow: { taskQueue: '${given().options.taskQueue}' }, task: { becomesTaskAfter: 0s } }
tools:
${lines.join('')}`;
}

/** Replaces the file by another one, as editors save it. */
async function replace(text: string): Promise<void> {
  await folder.write({ 'next.yaml': text });
  await rename(join(folder.path, 'next.yaml'), join(folder.path, 'tools.yaml'));
}

/** Waits until the server at the same address has these tools. While it restarts, nobody listens there. */
async function untilTools(...names: string[]): Promise<void> {
  await eventually(`the tools ${names.join()}`, async () => {
    const reply = await resultOf(mcp.request('tools/list', {})).catch(() => undefined);
    const tools = (reply?.['tools'] ?? []) as { readonly name: string }[];
    const listed = tools.map(({ name }) => name).filter((name) => !name.startsWith('task_'));
    return listed.join() === names.join();
  });
}

beforeEach(async () => {
  folder = await createTestFolder({
    'v1/tools.yaml': manifestOf('one'),
    'v2/tools.yaml': manifestOf('one', 'two'),
  });
  await symlink('v1', join(folder.path, '..data'));
  await symlink(join('..data', 'tools.yaml'), join(folder.path, 'tools.yaml'));
  server = await startMcpServer({
    ...given().options,
    manifest: join(folder.path, 'tools.yaml'),
    args: ['--watch'],
  });
  mcp = connectRawHttp(server.url);
});

afterEach(async () => {
  await server.stop();
  await folder.remove();
});

describe('a server with --watch', () => {
  it('restarts on its port when a file is replaced or is behind another link, and loses no task', async () => {
    await untilTools('one');
    const taskId = await createTask(mcp, 'one');
    const waiting = mcp.request('tasks/result', { taskId }).catch(() => undefined);
    // As a ConfigMap is changed.
    await symlink('v2', join(folder.path, '..tmp'));
    await rename(join(folder.path, '..tmp'), join(folder.path, '..data'));
    await untilTools('one', 'two');
    await replace(manifestOf('three'));
    await untilTools('three');
    await waiting;

    await finish(given().temporal, taskId, 'kept');
    const { content } = await resultOf(mcp.request('tasks/result', { taskId }));
    expect(content).toStrictEqual([{ type: 'text', text: 'kept' }]);
  });

  it('goes on with the manifest that it has when the new one has an error, and names its place', async () => {
    await replace('tools: [');
    await eventually('word of the problem', () => server.log().includes('is not used'));

    expect(server.log()).toMatch(/tools\.yaml:1:\d+/);
    expect(server.log()).not.toContain('MCP server is restarting');
    await untilTools('one');
    await replace(manifestOf('four'));
    await untilTools('four');
  });
});
