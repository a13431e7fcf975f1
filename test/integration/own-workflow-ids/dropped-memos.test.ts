import { randomBytes, randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { asOwner } from '../../../src/core/task/viewer.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { countRequests } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { OWN_IDS_MANIFEST } from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  call,
  createTask,
  type DetailedTask,
  getTask,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { testSealer } from '../../support/test-sealer.js';
import { type OwnerClient, withOwners } from '../../support/with-owners.js';

const given = withOwners(OWN_IDS_MANIFEST);

let ada: OwnerClient;

beforeAll(() => {
  ada = given().connect(`ada-${randomUUID()}`);
});

/** Starts a task, and waits for the run of it that does not have the memo any more. */
async function startAndDrop(
  tool: string,
  input: Readonly<Record<string, string>> = { id: randomUUID() },
): Promise<DetailedTask> {
  const task = await createTask(ada.peer, tool, input);
  await eventually('the next run', async () => {
    const { memo } = await given().temporal.workflow.getHandle(task.taskId).describe();
    return memo && !('mcp.meta' in memo) ? true : undefined;
  });
  return task;
}

describe('a Workflow that drops the memo when it continues as new', () => {
  it.each(['drop_memo', 'drop_memo_once'])('is the same task all the same: %s', async (tool) => {
    const { taskId, createdAt } = await startAndDrop(tool);
    await given().restart();

    const task = await getTask(ada.peer, taskId);
    expect(task).toMatchObject({ taskId, status: 'working', createdAt });
    await given().temporal.workflow.getHandle(taskId).signal('finish', { done: true });
    expect(await untilStatus(ada.peer, taskId, 'completed')).toMatchObject({
      createdAt,
      result: { structuredContent: { done: true } },
    });
  });

  it('is shared, and not started once more', async () => {
    const id = randomUUID();
    const { taskId } = await startAndDrop('drop_memo_once', { id });

    const again = await createTask(ada.peer, 'drop_memo_once', { id });
    expect(again.taskId).toBe(taskId);
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('stays in the list', async () => {
    const { taskId } = await startAndDrop('drop_memo_once');
    await given().restart();

    const listed = await eventually('it in the list', async () => {
      const { tasks } = await resultOf(ada.old('tasks/list', {}));
      return (tasks as DetailedTask[]).find((task) => task.taskId === taskId);
    });
    expect(listed).toHaveProperty('status', 'working');
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('is not there for others, and costs them one look', async () => {
    const { taskId } = await startAndDrop('drop_memo_once');
    const counted = await countRequests();
    try {
      const { taskQueue } = given();
      const { tools } = await loadManifest(OWN_IDS_MANIFEST, { TEST_TASK_QUEUE: taskQueue });
      const tasks = createTemporalTasks({
        sealer: testSealer,
        serverName: 'tests',
        client: counted.client,
        tools,
        secret: randomBytes(32),
      });

      await expect(tasks.get(asOwner({ owner: 'eve' }), taskId)).rejects.toMatchObject({
        code: 'taskNotFound',
      });
      expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
    } finally {
      await counted.close();
    }
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');
  });

  it('keeps its ID from others until it has expired, also without the attribute', async () => {
    const eve = given().connect(`eve-${randomUUID()}`);
    const input = { id: randomUUID(), drops: 'both' };
    const { taskId } = await startAndDrop('drop_memo_again', input);
    await given().temporal.workflow.getHandle(taskId).terminate('the test is over');

    expect(await call(eve.peer, 'drop_memo_again', input)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('which other work has') }],
    });
  });
});
