import { beforeAll, describe, expect, it } from '@jest/globals';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp, type StatelessHttp } from '../../support/raw-mcp-2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { getTask as getTask2025 } from '../../support/steps/rev2025-task-steps.js';
import { createTask, getTask } from '../../support/steps/rev2026-task-steps.js';
import { withExistingWorkflows } from '../../support/with-existing-workflows.js';

const given = withExistingWorkflows();

const ORDER = { item: 'a lamp', cents: 4_000 };
const COPYING = { files: 40, stepMs: 500 };

let client: StatelessHttp;

beforeAll(async () => {
  client = connectStatelessHttp(given().url, createWireLog(await createWireCheck(), ['server']));
});

/** Polls until the status message matches, and checks it in the other generation. */
async function untilSaid(taskId: string, message: RegExp): Promise<string> {
  const said = await eventually(`${taskId} says ${String(message)}`, async () => {
    const { statusMessage = '' } = await getTask(client, taskId);
    return message.test(statusMessage) ? statusMessage : undefined;
  });
  expect(await getTask2025(given().http, taskId)).toHaveProperty(
    'statusMessage',
    expect.stringMatching(message),
  );
  return said;
}

/** The structured content of `task_status`. */
async function statusOf(taskId: string): Promise<Record<string, unknown>> {
  const call = { name: 'task_status', arguments: { task_id: taskId } };
  const { result = {} } = await client.request('tools/call', call);
  return result['structuredContent'] as Record<string, unknown>;
}

describe('a task of a Workflow that knows nothing of MCP', () => {
  it('says what a Query says, and how far it is', async () => {
    const { taskId } = await createTask(client, 'buy_with_status', ORDER);

    expect(await untilSaid(taskId, /^The purchase is awaiting approval\.$/)).toBeDefined();
    expect(await statusOf(taskId)).toMatchObject({ progress: { progress: 4_000, total: 5_000 } });
    await given().temporal.workflow.getHandle(taskId).signal('approve', true);
    expect(await untilSaid(taskId, /^The purchase is in delivery\.$/)).toBeDefined();
  });

  it('falls back to what Temporal knows where nobody answers', async () => {
    const server = await startMcpServer({
      ...given().options,
      taskQueue: `${given().options.taskQueue}-by-hand`,
    });
    try {
      const lonely = connectStatelessHttp(
        server.url,
        createWireLog(await createWireCheck(), ['server']),
      );
      const { taskId } = await createTask(lonely, 'buy_with_status', ORDER);

      expect(
        await untilSaid(taskId, /^Waiting for a worker of Task Queue [\w-]+\.$/),
      ).toBeDefined();
      const startedMs = Date.now();
      await getTask(lonely, taskId);
      expect(Date.now() - startedMs).toBeLessThan(4_000);
    } finally {
      await server.stop();
    }
  });

  it('says what stands in its current details, and counts by its heartbeats', async () => {
    const { taskId } = await createTask(client, 'copy_files', COPYING);

    expect(await untilSaid(taskId, /^Copying \*\*40\*\* files$/)).toBeDefined();
    const { progress } = await eventually('progress', async () => {
      const status = await statusOf(taskId);
      return 'progress' in status ? status : undefined;
    });
    expect(progress).toMatchObject({ progress: expect.any(Number), total: 40 });
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('says arguments of the call, and has its total from one', async () => {
    const { taskId } = await createTask(client, 'copy_counted_files', COPYING);

    expect(await untilSaid(taskId, /^\d+ of 40 copied$/)).toBeDefined();
    expect(await statusOf(taskId)).toMatchObject({
      progress: { progress: expect.any(Number), total: 40 },
    });
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('says how far it is to those who poll, where its Workflow has no other words', async () => {
    const { taskId } = await createTask(client, 'copy_without_words', COPYING);

    expect(await untilSaid(taskId, /^copyAll: \d+ of 40$/)).toBeDefined();
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('says which child it waits for, and what that does', async () => {
    const { taskId } = await createTask(client, 'archive', COPYING);

    expect(await untilSaid(taskId, /^Waiting for copyFiles \("copyAll: running"\)$/)).toBeDefined();
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });
});
