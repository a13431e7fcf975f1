import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startCli } from '../../support/start-cli.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { createTask } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const unchecked = { openConnection: () => () => undefined, count: () => 0, problems: () => [] };
/** Begins the Workflow Types of this file alone. */
const PREFIX = `t${randomUUID().slice(0, 8)}`;

const given = withTestServers();
let folder: TestFolder | undefined;
let server: TestServer | undefined;

function manifestPath(): string {
  return join(folder?.path ?? '', 'mcp-tasks.yaml');
}

/** Leaves an execution behind, and waits until visibility has it. No Worker is there for it. */
async function start(type: string): Promise<void> {
  const { temporal, options } = given();
  const workflowType = `${PREFIX}.${type}`;
  await temporal.workflow.start(workflowType, {
    taskQueue: `${options.taskQueue}-by-hand`,
    workflowId: randomUUID(),
    workflowExecutionTimeout: '10 minutes',
  });
  await eventually(`${workflowType} in visibility`, async () => {
    const query = `WorkflowType = '${workflowType}'`;
    return (await temporal.workflow.count(query)).count > 0;
  });
}

async function names(): Promise<string[]> {
  const { result } = await connectRawHttp(server?.url ?? '').request('tools/list', {});
  return (result as { tools: { name: string }[] }).tools
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('task_'));
}

beforeAll(async () => {
  folder = await createTestFolder({
    'mcp-tasks.yaml': `tools:
  'orders_*': { workflow: '${PREFIX}.*', input: { type: object } }
  orders_refund: { workflow: { type: waitForFinish, taskQueue: other } }
`,
  });
  for (const type of ['place', 'refund', 'ship.now']) await start(type);
  server = await startMcpServer({ ...given().options, manifest: manifestPath() });
});

afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('tools by pattern', () => {
  it('are the Workflow Types of the namespace, without those that are written out', async () => {
    await expect(names()).resolves.toStrictEqual([
      'orders_refund',
      'orders_place',
      'orders_ship.now',
    ]);
  });

  it('start executions of their Workflow Types on the Task Queues that were seen', async () => {
    const taskId = await createTask(connectRawHttp(server?.url ?? ''), 'orders_place', { id: 1 });
    const { type, taskQueue } = await given().temporal.workflow.getHandle(taskId).describe();

    expect([type, taskQueue]).toStrictEqual([
      `${PREFIX}.place`,
      `${given().options.taskQueue}-by-hand`,
    ]);
  });

  it('are more after a reload, which is told', async () => {
    const mcp = connectStatelessHttp(server?.url ?? '', unchecked);
    const subscription = await mcp.listen({ toolsListChanged: true });
    try {
      await start('cancel');
      server?.child.kill('SIGHUP');
      await subscription.until(
        'the change',
        ({ method }) => method?.includes('list_changed') === true,
      );

      await expect(names()).resolves.toContain('orders_cancel');
    } finally {
      await subscription.close();
    }
  });

  it('are listed by check', async () => {
    const { exited } = startCli(['check', '--manifest', manifestPath()]);
    const { stdout } = await exited;

    expect(stdout).toContain('orders_* stands for ');
    expect(stdout).toContain(`orders_place (${PREFIX}.place)`);
  });
});
