import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { expectListTasksResult } from '../../support/conformance/wire-shapes.js';
import { eventually } from '../../support/eventually.js';
import {
  callAsTask,
  createCancelledTask,
  createTask,
  errorOf,
  finish,
  getTask,
  listAllTasks,
  listTaskIds,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

/** One task more than two pages contain. */
const MANY = 101;

describe('tasks/list', () => {
  verifies(['T25-90'], 'has no cursor where there is no more', async ({ mcp }) => {
    await createTask(mcp, 'quick_job');
    const first = await resultOf(mcp.request('tasks/list'));

    expectListTasksResult(first);
    expect(first['tasks']).not.toHaveLength(0);
    expect(first).not.toHaveProperty('nextCursor');
  });

  verifies(['T25-91'], 'shows a task with several runs once', async ({ mcp }) => {
    const chained = await createTask(mcp, 'continue_as_new_times', { arguments: { times: 1 } });
    const retried = await createTask(mcp, 'fail_until_attempt', { arguments: { attempt: 2 } });
    await untilStatus(mcp, chained, 'completed');
    await untilStatus(mcp, retried, 'completed');
    const taskIds = await listTaskIds(mcp);

    expect(taskIds.filter((taskId) => taskId === chained)).toHaveLength(1);
    expect(taskIds.filter((taskId) => taskId === retried)).toHaveLength(1);
  });

  verifies(['T25-91'], 'shows tasks as soon as they are created', async ({ mcp }) => {
    // Temporal's visibility is slightly delayed, which a single task might not show.
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 6 }, async () => callAsTask(mcp, 'wait_for_finish'));
      const created = (await Promise.all(calls)).map(({ task }) => task);
      const listed = new Map((await listAllTasks(mcp)).map((task) => [task.taskId, task]));

      expect(created.map(({ taskId }) => listed.get(taskId))).toStrictEqual(created);
    }
  });

  verifies(['T25-91'], 'shows each task as tasks/get does', async ({ mcp, temporal }) => {
    const completed = await createTask(mcp, 'quick_job');
    const failed = await createTask(mcp, 'failing_job');
    const cancelled = await createCancelledTask(mcp);
    await untilStatus(mcp, completed, 'completed');
    await untilStatus(mcp, failed, 'failed');
    const listed = await listAllTasks(mcp);

    for (const taskId of [completed, failed, cancelled]) {
      expect(listed.find((task) => task.taskId === taskId)).toStrictEqual(
        await getTask(mcp, taskId),
      );
    }
    await finish(temporal, cancelled, null);
  });

  verifies(['T25-91'], "shows another process's tasks", async ({ mcp, other }) => {
    const taskId = await createTask(other, 'quick_job');

    await eventually('the other process lists it', async () =>
      (await listTaskIds(mcp)).includes(taskId),
    );
    expect(await getTask(mcp, taskId)).toHaveProperty('taskId', taskId);
  });

  for (const [what, cursor] of [
    ['a text of no meaning', 'nonsense'],
    ['an empty text', ''],
    ['a number', 7],
    ['an object', {}],
    ["Temporal's own kind", Buffer.from('{"SearchAfter":[1]}').toString('base64')],
  ] as const) {
    verifies(['T25-92', 'T25-110'], `refuses a bad cursor: ${what}`, async ({ mcp }) => {
      expect(await errorOf(mcp.request('tasks/list', { cursor }))).toMatchObject({
        code: -32602,
        message: expect.stringContaining('cursor'),
      });
    });
  }

  verifies(['T25-90', 'T25-92'], 'pages through many tasks', async ({ mcp, other }) => {
    const taskIds: string[] = [];
    while (taskIds.length < MANY) {
      const calls = Array.from({ length: 10 }, async () => createTask(other, 'quick_job'));
      taskIds.push(...(await Promise.all(calls)));
    }
    await Promise.all(taskIds.map(async (taskId) => untilStatus(other, taskId, 'completed')));
    await eventually('all are listed', async () => {
      const listed = new Set(await listTaskIds(mcp));
      return taskIds.every((taskId) => listed.has(taskId));
    });

    const pages = [await resultOf(mcp.request('tasks/list', {}))];
    for (let cursor = pages[0]?.['nextCursor']; cursor !== undefined;) {
      const page = await resultOf(mcp.request('tasks/list', { cursor }));
      pages.push(page);
      cursor = page['nextCursor'];
    }
    pages.forEach(expectListTasksResult);
    const listed = pages.flatMap(({ tasks }) =>
      (tasks as { taskId: string }[]).map(({ taskId }) => taskId),
    );

    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(new Set(listed)).toStrictEqual(new Set(await listTaskIds(mcp)));
    expect(taskIds.filter((taskId) => !listed.includes(taskId))).toStrictEqual([]);

    const { nextCursor } = pages[0] as { nextCursor: string };
    const again = await resultOf(other.request('tasks/list', { cursor: nextCursor }));
    // Omits the suggested interval, which grows while the task does not change.
    const withoutInterval = (page: unknown): unknown[] =>
      (page as { tasks: object[] }).tasks.map((task) => ({ ...task, pollInterval: undefined }));
    expect(withoutInterval(again)).toStrictEqual(withoutInterval(pages[1]));

    const altered = `${nextCursor.startsWith('A') ? 'B' : 'A'}${nextCursor.slice(1)}`;
    expect(await errorOf(mcp.request('tasks/list', { cursor: altered }))).toMatchObject({
      code: -32602,
    });
  });

  verifies(
    ['T25-90'],
    'shows no task twice, also to who has just created many',
    async ({ mcp }) => {
      const calls = Array.from({ length: 10 }, async () => createTask(mcp, 'quick_job'));
      await Promise.all(calls);
      const taskIds = await listTaskIds(mcp);

      // More than a page: other tests have created many tasks before.
      expect(taskIds.length).toBeGreaterThan(50);
      expect(taskIds.filter((taskId, place) => taskIds.indexOf(taskId) !== place)).toStrictEqual(
        [],
      );
    },
  );
});
