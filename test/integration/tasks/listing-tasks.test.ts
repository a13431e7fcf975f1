import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import type { Task } from '../../../src/core/task/task.js';
import type { TaskPage, Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { countRequests } from '../../support/count-requests.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

/** More than two pages of 50, and no multiple of it. */
const MANY = 125;
const CREATED_AT_ONCE = 8;

const given = withTasks();

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ taskId }) => taskId);

const createMany = async (owner: string, count: number): Promise<string[]> => {
  const created: string[] = [];
  while (created.length < count) {
    const size = Math.min(CREATED_AT_ONCE, count - created.length);
    const tasks = await Promise.all(
      Array.from({ length: size }, () => given().create('quick_job', {}, { owner })),
    );
    created.push(...idsOf(tasks));
  }
  return created;
};

const listAll = async (tasks: Tasks, owner: string): Promise<TaskPage[]> => {
  const pages: TaskPage[] = [];
  let cursor: string | undefined;
  do {
    const page = await tasks.list(asOwner({ owner }), cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
};

/** Waits until Temporal's visibility has all of an owner's tasks. */
const untilVisible = async (
  taskIds: readonly string[],
  status: 'Running' | 'Completed' = 'Completed',
): Promise<void> => {
  const { temporal } = given();
  const query = `WorkflowId STARTS_WITH '${taskIds[0]?.slice(0, 25) ?? ''}' AND ExecutionStatus = '${status}'`;
  await eventually('all tasks in visibility', async () => {
    const { count } = await temporal.workflow.count(query);
    return count === taskIds.length;
  });
};

describe('list', () => {
  const owner = `owner-of-many-${randomUUID()}`;
  let created: string[];

  beforeAll(async () => {
    created = await createMany(owner, MANY);
    await untilVisible(created);
  });

  it('gives every task exactly once over its pages, and no cursor with the last', async () => {
    const pages = await listAll(given().connect(), owner);

    expect(pages.map(({ tasks }) => tasks.length)).toStrictEqual([50, 50, 25]);
    expect(pages.at(-1)?.nextCursor).toBeUndefined();
    const listed = pages.flatMap(({ tasks }) => idsOf(tasks));
    expect(listed).toHaveLength(MANY);
    expect(new Set(listed)).toStrictEqual(new Set(created));
  });

  it('lets another process of the same secret go on with a cursor', async () => {
    const { connect } = given();
    const { nextCursor = '', tasks } = await connect().list(asOwner({ owner }));

    const next = await connect().list(asOwner({ owner }), { cursor: nextCursor });

    expect(next.tasks).toHaveLength(50);
    expect(idsOf(next.tasks).filter((taskId) => idsOf(tasks).includes(taskId))).toStrictEqual([]);
  });
});

describe('list and what has just happened', () => {
  it('shows a task at once that this process has started', async () => {
    const { create, tasks } = given();
    const owner = `owner-${randomUUID()}`;
    for (let round = 0; round < 5; round += 1) {
      const { taskId } = await create('wait_for_finish', {}, { owner });

      expect(idsOf((await tasks.list(asOwner({ owner }))).tasks)).toContain(taskId);
    }
  });

  it('gives every task exactly once where all were started by this process a moment ago', async () => {
    const { connect } = given();
    const tasks = connect({ pageSize: 10 });
    const owner = `owner-${randomUUID()}`;
    const request = { ...(await toCreateRequest(given(), 'wait_for_finish')), owner };
    const created = idsOf(
      await Promise.all(Array.from({ length: 35 }, async () => createOwned(tasks, request))),
    );
    await untilVisible(created, 'Running');

    const listed = (await listAll(tasks, owner)).flatMap((page) => idsOf(page.tasks));

    expect(listed).toHaveLength(35);
    expect(new Set(listed)).toStrictEqual(new Set(created));
  });

  it('shows a cancellation at once', async () => {
    const { create, tasks } = given();
    const owner = `owner-${randomUUID()}`;
    const { taskId } = await create('ignore_cancellation', {}, { owner });
    await tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });

    const page = await tasks.list(asOwner({ owner }));

    expect(page.tasks).toMatchObject([{ taskId, phase: 'working', cancelRequested: true }]);
  });

  it('shows a task once that was started over by its retry policy or continued as new', async () => {
    const { create, connect, temporal, tasks } = given();
    const owner = `owner-${randomUUID()}`;
    const retried = await create('fail_until_attempt', { attempt: 2 }, { owner });
    const continued = await create('continue_as_new_times', { times: 1 }, { owner });
    const started = [retried.taskId, continued.taskId];
    await eventually('both in visibility, with all their runs', async () => {
      const query = `WorkflowId IN ('${started.join("','")}') AND ExecutionStatus != 'Running'`;
      return (await temporal.workflow.count(query)).count === 4;
    });

    for (const process of [connect(), tasks]) {
      const page = await process.list(asOwner({ owner }));
      expect(idsOf(page.tasks).sort()).toStrictEqual(started.sort());
      expect(page.tasks.every(({ phase }) => phase === 'succeeded')).toBe(true);
    }
  });

  it('leaves out what has expired', async () => {
    const { create, connect, tasks } = given();
    const owner = `owner-${randomUUID()}`;
    const kept = await create('wait_for_finish', {}, { owner });
    const shortLived = await create('short_lived', {}, { owner });
    await eventually('the end of its time to live', async () =>
      connect()
        .get(asOwner({ owner }), shortLived.taskId)
        .then(
          () => undefined,
          (error: unknown) => error,
        ),
    );

    expect(idsOf((await tasks.list(asOwner({ owner }))).tasks)).toStrictEqual([kept.taskId]);
    expect(idsOf((await connect().list(asOwner({ owner }))).tasks)).toStrictEqual([kept.taskId]);
  });
});

describe('a cursor', () => {
  const refusal = {
    code: 'invalidCursor',
    message: 'The cursor is not one that this server gave you: list again without one.',
  };

  const cursorOf = async (owner: string): Promise<string> => {
    const { create, connect } = given();
    for (let count = 0; count < 2; count += 1) await create('wait_for_finish', {}, { owner });
    return eventually('a second page', async () => {
      return (await connect({ pageSize: 1 }).list(asOwner({ owner }))).nextCursor;
    });
  };

  it('is refused when it is another owner’s', async () => {
    const cursor = await cursorOf(`owner-${randomUUID()}`);

    await expect(
      given()
        .connect()
        .list(asOwner({ owner: given().owner }), { cursor }),
    ).rejects.toMatchObject(refusal);
  });
});

describe('lists of one owner at the same time', () => {
  it('are few for Temporal, and have what was created before they were asked for', async () => {
    const owner = `impatient-owner-${randomUUID()}`;
    const counted = await countRequests();
    try {
      const tasks = given().connect({ client: counted.client, pollClient: counted.client });
      const before = Array.from({ length: 10 }, async () => tasks.list(asOwner({ owner }), {}));
      const { taskId } = await createOwned(
        tasks,
        await toCreateRequest({ ...given(), owner }, 'quick_job'),
      );
      const after = Array.from({ length: 10 }, async () => tasks.list(asOwner({ owner }), {}));

      const pages = await Promise.all(after);
      await Promise.all(before);

      expect(pages.map((page) => idsOf(page.tasks))).toStrictEqual(pages.map(() => [taskId]));
      expect(counted.sent()['ListWorkflowExecutions']).toBeLessThanOrEqual(4);
    } finally {
      await counted.close();
    }
  });
});
