import { randomBytes, randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { CreatedTask } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { OWN_IDS_MANIFEST } from '../../support/start-mcp-server.js';
import { toCreateRequest, whenClosed, withTasks } from '../../support/with-tasks.js';

const given = withTasks({ manifest: OWN_IDS_MANIFEST });

const BOB = `bob-${randomUUID()}`;
const order = (): { order_id: string } => ({ order_id: randomUUID() });
const idOf = ({ order_id: orderId }: { order_id: string }): string => `order-${orderId}`;

const foreign = (tool: string, workflowId: string): object => ({
  code: 'workflowIdInUse',
  message: `${tool} was not started: its ID would be ${workflowId}, which other work has. Trying again will not help: call it with arguments that give another ID, or ask the operator of this server.`,
});

const startPastTheServer = async (workflowId: string): Promise<void> => {
  const { temporal, taskQueue, terminateLater } = given();
  terminateLater(workflowId);
  await temporal.workflow.start('waitForFinish', { workflowId, taskQueue });
};

const runsOf = async (workflowId: string): Promise<number> => {
  const query = `WorkflowId = '${workflowId}'`;
  return (await given().temporal.workflow.count(query)).count;
};

describe('a task with a Workflow ID of its tool’s own', () => {
  it('has that ID, and lives as any task', async () => {
    const { create, finish, closed, connect, owner } = given();
    const input = order();

    const { taskId } = await create('order_once', input);
    expect(taskId).toBe(idOf(input));
    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({
      taskId,
      toolName: 'order_once',
      phase: 'working',
    });
    await finish(taskId, { shipped: true });

    expect(await closed(taskId)).toMatchObject({
      phase: 'succeeded',
      outcome: { result: { structuredContent: { shipped: true } } },
    });
  });

  it('keeps an ID that needs escaping', async () => {
    const { create, connect, owner } = given();
    const id = `${randomUUID()} 'é/1`;

    const { taskId } = await create('order_once', { order_id: id });

    expect(taskId).toBe(`order-${id.slice(0, 36)}%20%27%C3%A9/1`);
    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({ taskId });
  });

  it('is started once, and its start refused while it runs and after its end', async () => {
    const { create, finish, closed } = given();
    const input = order();
    const { taskId } = await create('order_once', input);

    await expect(create('order_once', input)).rejects.toMatchObject({
      code: 'workflowIdInUse',
      message: `Nothing was started: task ${taskId} is already running. Wait for its result instead.`,
    });
    await finish(taskId, 1);
    await closed(taskId);
    await expect(create('order_once', input)).rejects.toMatchObject({
      code: 'workflowIdInUse',
      message: `Nothing was started: task ${taskId} has done this already. Read its result instead.`,
    });
  });

  it('is shared while it runs, and started anew after its end, where the tool says so', async () => {
    const { create, finish, closed, connect, owner } = given();
    const input = order();
    const first = await create('order_shared', input);

    const shared = await create('order_shared', { ...input, note: 'again' });
    expect(first.isShared).toBeUndefined();
    expect(shared).toMatchObject({
      taskId: first.taskId,
      createdAt: first.createdAt,
      isShared: true,
    });
    await finish(first.taskId, 'first');
    await closed(first.taskId);
    const anew = await create('order_shared', input);

    expect(anew).toMatchObject({ taskId: first.taskId, phase: 'working' });
    expect(anew.createdAt > first.createdAt).toBe(true);
    // Also for the process that has read the first one's end, and keeps it.
    expect(await given().tasks.get(asOwner({ owner }), first.taskId)).toMatchObject({
      phase: 'working',
    });
    await finish(first.taskId, 'second');
    expect(await closed(first.taskId)).toMatchObject({
      outcome: { result: { content: [{ text: 'second' }] } },
    });
    expect(await connect().get(asOwner({ owner }), first.taskId)).toMatchObject({
      createdAt: anew.createdAt,
    });
  });

  it('is started anew after a failure, where the tool says so, and not after a success', async () => {
    const { create, temporal, finish, closed } = given();
    const input = order();
    const { taskId } = await create('order_retried', input);
    await temporal.workflow.getHandle(taskId).terminate('to see what comes of it');
    await closed(taskId);

    const anew = await create('order_retried', input);
    await finish(anew.taskId, 'done');
    await closed(taskId);

    await expect(create('order_retried', input)).rejects.toMatchObject({ code: 'workflowIdInUse' });
  });

  it('ends for whoever waits for it, also when its ID stands for another one by then', async () => {
    const { create, connect, owner, temporal, taskQueue } = given();
    const { taskId } = await create('order_once', order());
    const waiting = connect().waitFor(asOwner({ owner }), taskId, whenClosed());
    const readings: string[] = [];
    const watching = connect().waitFor(asOwner({ owner }), taskId, {
      ...whenClosed(),
      onReading: ({ phase }) => void readings.push(phase),
    });
    await eventually('the first reading', () => readings[0]);
    const { memo } = await temporal.workflow.getHandle(taskId).describe();
    const meta = memo?.['mcp.meta'] as object;

    await temporal.workflow.start('waitForFinish', {
      workflowId: taskId,
      taskQueue,
      memo: { 'mcp.meta': { ...meta, createdAt: new Date().toISOString() } },
      workflowIdConflictPolicy: 'TERMINATE_EXISTING',
    });

    expect((await watching).phase).toBe('protocolError');
    expect((await waiting).phase).toBe('protocolError');
    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'working' });
  });

  it('is read, listed and shared with a new secret, while the one before still counts', async () => {
    const { create, connect, secret, finish } = given();
    const owner = `owner-${randomUUID()}`;
    const [input, idempotencyKey] = [order(), randomUUID()];
    const first = await create('order_shared', input, { owner, idempotencyKey });
    const after = connect({ secret: randomBytes(32), previousSecret: secret });
    const request = await toCreateRequest({ ...given(), owner }, 'order_shared', input);

    expect(await after.get(asOwner({ owner }), first.taskId)).toMatchObject({
      createdAt: first.createdAt,
    });
    expect(await createOwned(after, { ...request, idempotencyKey })).toMatchObject({
      isRepeat: true,
    });
    expect(await createOwned(after, request)).toMatchObject({ isShared: true });
    await eventually('it in the list', async () => {
      const { tasks } = await after.list(asOwner({ owner }));
      return tasks[0]?.taskId === first.taskId;
    });
    await finish(first.taskId, 1);
    await expect(
      connect({ secret: randomBytes(32) }).get(asOwner({ owner }), first.taskId),
    ).rejects.toMatchObject({ code: 'taskNotFound' });
  });

  it('is its owner’s through continue-as-new, in lists too', async () => {
    const { create, closed, connect } = given();
    const owner = `owner-${randomUUID()}`;

    const { taskId } = await create('chain', { id: randomUUID(), times: 2 }, { owner });
    await connect().waitFor(asOwner({ owner }), taskId, whenClosed());

    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'succeeded' });
    await expect(closed(taskId)).rejects.toMatchObject({ code: 'taskNotFound' });
    await eventually('it in the list', async () => {
      const { tasks } = await connect().list(asOwner({ owner }));
      return tasks.length === 1 && tasks[0]?.taskId === taskId;
    });
  });

  it('is no other Workflow Type’s', async () => {
    const { create } = given();
    const { taskId } = await create('own_cart', { sku: 'a' });
    const tool = { ...given().tool('delete_order') };
    const request = await toCreateRequest(given(), 'delete_order', { filename: 'x' });
    const ownId = {
      workflowId: taskId,
      idConflictPolicy: 'UseExisting',
      idReusePolicy: 'AllowDuplicate',
    } as const;

    await expect(
      createOwned(given().tasks, { ...request, tool, start: { ownId } }),
    ).rejects.toMatchObject({
      code: 'workflowIdInUse',
      message: expect.stringContaining('is running, which is other work under the same ID'),
    });
  });
});

describe('an ID that is not the caller’s', () => {
  it.each(['order_once', 'order_shared', 'order_retried'])(
    'is refused to %s in one way, whoever has it and whatever it does',
    async (tool) => {
      const { create, finish, temporal, closed, connect } = given();
      const [running, ended, noTask] = [order(), order(), order()];
      await create('order_shared', running, { owner: BOB });
      const { taskId } = await create('order_shared', ended, { owner: BOB });
      await finish(taskId, 'bob’s');
      await connect().waitFor(asOwner({ owner: BOB }), taskId, whenClosed());
      await startPastTheServer(idOf(noTask));

      for (const input of [running, ended, noTask]) {
        await expect(create(tool, input)).rejects.toMatchObject(foreign(tool, idOf(input)));
      }
      // And nothing has happened to any of them.
      expect(await connect().get(asOwner({ owner: BOB }), taskId)).toMatchObject({
        phase: 'succeeded',
      });
      for (const input of [running, noTask]) {
        const { status } = await temporal.workflow.getHandle(idOf(input)).describe();
        expect(status.name).toBe('RUNNING');
      }
      await expect(closed(taskId)).rejects.toMatchObject({ code: 'taskNotFound' });
    },
  );

  it('is free again when the other owner’s task is no longer kept', async () => {
    const { create, finish, connect, owner } = given();
    const input = order();
    const { taskId } = await create('order_kept_briefly', input, { owner: BOB });
    await finish(taskId, 1);

    const mine = await eventually('the end of its time to live', async () =>
      create('order_kept_briefly', input).catch(() => undefined),
    );

    expect(mine.taskId).toBe(taskId);
    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'working' });
    await expect(connect().get(asOwner({ owner: BOB }), taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
  });

  it('is free after an execution that was no task, if the tool starts anew', async () => {
    const { create, temporal } = given();
    const input = order();
    await startPastTheServer(idOf(input));
    await temporal.workflow.getHandle(idOf(input)).terminate();

    await expect(create('order_once', input)).rejects.toMatchObject(
      foreign('order_once', idOf(input)),
    );
    expect(await create('order_shared', input)).toMatchObject({ taskId: idOf(input) });
  });
});

describe('calls at the same time', () => {
  const createAtOnce = async (
    tool: string,
    input: object,
    owners: readonly string[],
  ): Promise<PromiseSettledResult<CreatedTask>[]> => {
    const { connect } = given();
    const replicas = [connect(), connect()] as const;
    return Promise.allSettled(
      owners.map(async (owner, index) => {
        const request = await toCreateRequest({ ...given(), owner }, tool, { ...input });
        return createOwned(replicas[index % 2 === 0 ? 0 : 1], request);
      }),
    );
  };

  const twenty = (owners: readonly string[]): string[] =>
    Array.from({ length: 20 }, (_none, index) => owners[index % owners.length] ?? '');

  it('start one execution where the others are refused', async () => {
    const { owner } = given();
    const input = order();

    const settled = await createAtOnce('order_once', input, twenty([owner]));

    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(19);
    expect(
      new Set(refused.map((one) => (one as { reason: { code: string } }).reason.code)),
    ).toEqual(new Set(['workflowIdInUse']));
    expect(
      await eventually('the one run', async () => (await runsOf(idOf(input))) || undefined),
    ).toBe(1);
  });

  it('start one execution that all of them share', async () => {
    const { owner } = given();
    const input = order();

    const settled = await createAtOnce('order_shared', input, twenty([owner]));

    const tasks = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    expect(new Set(tasks.map((task) => task?.taskId))).toEqual(new Set([idOf(input)]));
    expect(new Set(tasks.map((task) => task?.createdAt)).size).toBe(1);
    expect(tasks.filter((task) => task?.isShared !== true)).toHaveLength(1);
    expect(await runsOf(idOf(input))).toBe(1);
  });

  it('of two owners give the ID to one of them', async () => {
    const { owner } = given();
    const input = order();

    const settled = await createAtOnce('order_shared', input, twenty([owner, BOB]));

    const winners = [owner, BOB].filter((_name, index) =>
      settled.some(({ status }, at) => at % 2 === index && status === 'fulfilled'),
    );
    expect(winners).toHaveLength(1);
    const lost = settled.filter(({ status }) => status === 'rejected');
    expect(lost).toHaveLength(10);
    for (const one of lost) {
      expect((one as { reason: unknown }).reason).toMatchObject(
        foreign('order_shared', idOf(input)),
      );
    }
  });

  it('start one execution anew after the end', async () => {
    const { owner, create, finish, closed } = given();
    const input = order();
    const { taskId } = await create('order_shared', input);
    await finish(taskId, 1);
    await closed(taskId);

    const settled = await createAtOnce('order_shared', input, twenty([owner]));

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await eventually('two runs', async () => (await runsOf(taskId)) === 2);
  });
});

describe('an idempotency key', () => {
  it('finds the task of its call where another call is refused', async () => {
    const { create, finish, closed, connect } = given();
    const [input, idempotencyKey] = [order(), randomUUID()];
    const first = await create('order_once', input, { idempotencyKey });

    const repeat = async (more: object = {}): Promise<CreatedTask> =>
      createOwned(connect(), {
        ...(await toCreateRequest(given(), 'order_once', input)),
        idempotencyKey,
        ...more,
      });
    expect(await repeat()).toMatchObject({ taskId: first.taskId, createdAt: first.createdAt });
    await expect(repeat({ workflowArguments: [{ other: 1 }] })).rejects.toMatchObject({
      code: 'idempotencyConflict',
    });
    await expect(repeat({ idempotencyKey: randomUUID() })).rejects.toMatchObject({
      code: 'workflowIdInUse',
    });
    await finish(first.taskId, 1);
    const ended = await closed(first.taskId);
    expect(await repeat()).toEqual({ ...ended, isRepeat: true });
  });
});
