import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../src/core/task/task.js';
import type {} from '../../../src/core/task/tasks.js';
import { createOwned, type OwnedRequest } from '../../support/create-owned.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

const requestWith = async (idempotencyKey: string, more: Partial<OwnedRequest> = {}) => ({
  ...(await toCreateRequest(given(), 'slow_compute', { seconds: 0, label: 'pi' })),
  idempotencyKey,
  ...more,
});

const runsOf = async (task: Task): Promise<number> => {
  const { events } = await given().temporal.workflow.getHandle(task.taskId).fetchHistory();
  return (events ?? []).filter((event) => event.workflowExecutionStartedEventAttributes).length;
};

describe('an idempotency key', () => {
  it('gives the finished task for a call after its end', async () => {
    const key = randomUUID();
    const { taskId } = await createOwned(given().tasks, await requestWith(key));
    const ended = await given().closed(taskId);

    expect(await createOwned(given().connect(), await requestWith(key))).toEqual({
      ...ended,
      isRepeat: true,
    });
    expect(await runsOf(ended)).toBe(1);
  });

  it('is refused with other arguments', async () => {
    const key = randomUUID();
    await createOwned(given().tasks, await requestWith(key));
    const { workflowArguments } = await toCreateRequest(given(), 'slow_compute', {
      seconds: 0,
      label: 'e',
    });

    await expect(
      createOwned(given().connect(), await requestWith(key, { workflowArguments })),
    ).rejects.toMatchObject({
      code: 'idempotencyConflict',
      message:
        'The idempotency key was used before for slow_compute, with other arguments. Use a new key.',
    });
  });

  it('takes the same arguments in another order for the same', async () => {
    const key = randomUUID();
    const first = await createOwned(given().tasks, await requestWith(key));

    const reordered = [{ label: 'pi', seconds: 0 }];
    const second = await createOwned(
      given().connect(),
      await requestWith(key, { workflowArguments: reordered }),
    );

    expect(second.taskId).toBe(first.taskId);
  });

  it('gives one execution to a hundred calls at once, over two replicas', async () => {
    const key = randomUUID();
    const replicas = [given().connect(), given().connect()];

    const created = await Promise.all(
      Array.from({ length: 50 }, () => replicas)
        .flat()
        .map(async (replica) => createOwned(replica, await requestWith(key))),
    );
    const [first] = created;
    if (!first) throw new Error('There is no task.');
    const ended = await given().closed(first.taskId);
    const afterwards = await Promise.all(
      replicas.map(async (replica) => createOwned(replica, await requestWith(key))),
    );

    expect(new Set([...created, ...afterwards].map(({ taskId }) => taskId)).size).toBe(1);
    expect(afterwards.map(({ outcome }) => outcome)).toEqual([ended.outcome, ended.outcome]);
    expect(await runsOf(first)).toBe(1);
  });

  it('is one of the owner and the tool', async () => {
    const { tasks, tool } = given();
    const key = randomUUID();

    const created = await Promise.all([
      createOwned(tasks, await requestWith(key)),
      createOwned(tasks, await requestWith(key, { owner: 'somebody else' })),
      createOwned(tasks, await requestWith(key, { tool: tool('quick_job') })),
      createOwned(tasks, await requestWith(randomUUID())),
    ]);

    expect(new Set(created.map(({ taskId }) => taskId)).size).toBe(4);
  });

  it('is not needed: without one, every call is a task of its own', async () => {
    const request = await toCreateRequest(given(), 'quick_job');

    const [one, two] = await Promise.all([
      createOwned(given().tasks, request),
      createOwned(given().tasks, request),
    ]);

    expect(one.taskId).not.toBe(two.taskId);
  });
});
