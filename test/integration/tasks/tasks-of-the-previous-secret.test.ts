import { randomBytes, randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../src/core/task/task.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { createOwned, type OwnedRequest } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

/** The same tasks under a new secret, with the one before as the previous one. */
const rotate = (options: { pageSize?: number } = {}): Tasks =>
  given().connect({
    secret: randomBytes(32),
    previousSecret: given().secret,
    ...options,
  });

const createFor = async (
  tasks: Tasks,
  owner: string,
  toolName = 'wait_for_finish',
): Promise<Task> => createOwned(tasks, { ...(await toCreateRequest(given(), toolName)), owner });

const listAll = async (tasks: Tasks, owner: string, cursor?: string): Promise<string[]> => {
  const page = await tasks.list(asOwner({ owner }), cursor === undefined ? {} : { cursor });
  const later = page.nextCursor === undefined ? [] : await listAll(tasks, owner, page.nextCursor);
  return [...page.tasks.map(({ taskId }) => taskId), ...later];
};

/** Waits until Temporal lists all of an owner's tasks to a process that has started none of them. */
const untilListed = (options: Parameters<typeof rotate>[0], owner: string, taskIds: string[]) =>
  eventually('all tasks in the list', async () => {
    const tasks = rotate(options);
    const listed = await listAll(tasks, owner);
    return taskIds.every((taskId) => listed.includes(taskId)) ? listed : undefined;
  });

describe('after a rotation of the secret', () => {
  it('tasks of both secrets are listed together, once each, over several pages', async () => {
    const owner = `owner-${randomUUID()}`;
    const older = [];
    for (let made = 0; made < 3; made += 1) older.push(await createFor(given().tasks, owner));
    const secrets = { secret: randomBytes(32), previousSecret: given().secret };
    const now = given().connect({ ...secrets, pageSize: 2 });
    const newer = [await createFor(now, owner), await createFor(now, owner)];
    const all = [...older, ...newer].map(({ taskId }) => taskId);
    await createFor(given().tasks, `owner-${randomUUID()}`);

    const listed = await eventually('all tasks in the list', async () => {
      const ids = await listAll(given().connect({ ...secrets, pageSize: 2 }), owner);
      return ids.length >= all.length ? ids : undefined;
    });

    expect(listed.sort()).toStrictEqual(all.sort());
    // Under the previous secret alone, only its own.
    expect((await listAll(given().connect(), owner)).sort()).toStrictEqual(
      older.map(({ taskId }) => taskId).sort(),
    );
  });

  it('a cursor of the previous one goes on where it was', async () => {
    const owner = `owner-${randomUUID()}`;
    const taskIds: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      taskIds.push((await createFor(given().tasks, owner)).taskId);
    }
    await untilListed({}, owner, taskIds);
    const before = given().connect({ pageSize: 2 });
    const { tasks: first, nextCursor } = await before.list(asOwner({ owner }));

    const rest = await listAll(rotate({ pageSize: 2 }), owner, nextCursor);

    expect(nextCursor).toBeDefined();
    expect([...first.map(({ taskId }) => taskId), ...rest].sort()).toStrictEqual(taskIds.sort());
    await expect(
      rotate().list(asOwner({ owner: 'somebody else' }), { cursor: nextCursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalidCursor' });
  });

  describe('an idempotency key', () => {
    const requestWith = async (label: string, idempotencyKey: string): Promise<OwnedRequest> => ({
      ...(await toCreateRequest(given(), 'slow_compute', { seconds: 0, label })),
      idempotencyKey,
    });

    it('finds the task made under the previous one, open or closed', async () => {
      const key = randomUUID();
      const first = await createOwned(given().tasks, await requestWith('pi', key));

      expect(await createOwned(rotate(), await requestWith('pi', key))).toMatchObject({
        taskId: first.taskId,
        createdAt: first.createdAt,
      });
      await given().closed(first.taskId);
      expect(await createOwned(rotate(), await requestWith('pi', key))).toHaveProperty(
        'taskId',
        first.taskId,
      );
    });

    it('is refused with other arguments than under the previous one', async () => {
      const key = randomUUID();
      await createOwned(given().tasks, await requestWith('pi', key));

      await expect(createOwned(rotate(), await requestWith('e', key))).rejects.toMatchObject({
        code: 'idempotencyConflict',
      });
    });

    it('makes a task under the current one when there is none', async () => {
      const key = randomUUID();
      const tasks = rotate();

      const first = await createOwned(tasks, await requestWith('pi', key));

      expect(await createOwned(tasks, await requestWith('pi', key))).toHaveProperty(
        'taskId',
        first.taskId,
      );
      await expect(
        given()
          .connect()
          .get(asOwner({ owner: given().owner }), first.taskId),
      ).rejects.toMatchObject({
        code: 'taskNotFound',
      });
    });
  });

  it('nothing of a secret that was dropped is found', async () => {
    const { taskId } = await given().create('wait_for_finish');
    const tasks = given().connect({ secret: randomBytes(32), previousSecret: randomBytes(32) });

    await expect(tasks.get(asOwner({ owner: given().owner }), taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    expect(await listAll(tasks, given().owner)).toStrictEqual([]);
  });
});
