import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import type { WorkflowExecutionDescription } from '@temporalio/client';

import { asOwner } from '../../../src/core/task/viewer.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { OWN_IDS_MANIFEST } from '../../support/start-mcp-server.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks({ manifest: OWN_IDS_MANIFEST });

const BOB = `bob-${randomUUID()}`;
const cartId = (): string => randomUUID();

const checkOut = async (taskId: string): Promise<unknown> => {
  const { temporal, closed } = given();
  await temporal.workflow.getHandle(taskId).signal('checkOut');
  const { outcome } = await closed(taskId);
  return outcome?.kind === 'result' ? outcome.result.structuredContent : outcome;
};

describe('open_cart, whose conflict policy is Fail', () => {
  it('starts with its Signal, and sends none to the entity that runs', async () => {
    const { create } = given();
    const id = cartId();
    const { taskId } = await create('open_cart', { cart_id: id, sku: 'a' });

    await expect(create('open_cart', { cart_id: id, sku: 'b' })).rejects.toMatchObject({
      code: 'workflowIdInUse',
      message: expect.stringContaining(`task ${taskId} is already running`),
    });
    expect(await checkOut(taskId)).toStrictEqual({ skus: ['a'] });
  });
});

describe.each(['add_to_cart', 'add_by_update'])('%s', (tool) => {
  it('brings its message once for each idempotency key to what runs', async () => {
    const { create } = given();
    const id = cartId();
    const add = async (sku: string, idempotencyKey?: string): Promise<unknown> =>
      create(
        tool,
        { cart_id: id, sku },
        { ...(idempotencyKey !== undefined && { idempotencyKey }) },
      );

    await add('a');
    await add('b', 'key-1');
    await add('b', 'key-1');
    await add('b', 'key-2');

    expect(await checkOut(`cart-${id}`)).toStrictEqual({ skus: ['a', 'b', 'b'] });
  });

  it('starts the entity with its message, and brings the next one to what runs', async () => {
    const { create } = given();
    const id = cartId();

    const first = await create(tool, { cart_id: id, sku: 'a' });
    const second = await create(tool, { cart_id: id, sku: 'b' });
    const third = await create(tool, { cart_id: id, sku: 'a' });

    expect([first, second, third].map(({ taskId }) => taskId)).toStrictEqual(
      Array.from({ length: 3 }, () => `cart-${id}`),
    );
    expect([first, second, third].map(({ isShared }) => isShared)).toStrictEqual([
      undefined,
      true,
      true,
    ]);
    expect(await checkOut(first.taskId)).toStrictEqual({ skus: ['a', 'b', 'a'] });
  });

  it('starts it anew after its end', async () => {
    const { create } = given();
    const id = cartId();
    const { taskId } = await create(tool, { cart_id: id, sku: 'a' });
    await checkOut(taskId);

    await create(tool, { cart_id: id, sku: 'b' });

    expect(await checkOut(taskId)).toStrictEqual({ skus: ['b'] });
  });

  it('starts one entity for many calls at once, and loses none of their messages', async () => {
    const { connect } = given();
    const id = cartId();
    const replicas = [connect(), connect()] as const;

    const created = await Promise.all(
      Array.from({ length: 20 }, async (_none, index) => {
        const request = await toCreateRequest(given(), tool, { cart_id: id, sku: `s${index}` });
        return createOwned(replicas[index % 2 === 0 ? 0 : 1], request);
      }),
    );

    expect(new Set(created.map((task) => task.createdAt)).size).toBe(1);
    const { skus } = (await checkOut(`cart-${id}`)) as { skus: string[] };
    expect(skus.sort()).toStrictEqual(
      Array.from({ length: 20 }, (_none, index) => `s${index}`).sort(),
    );
  });

  it('brings nothing to an entity that is not the caller’s', async () => {
    const { create, temporal, taskQueue, terminateLater } = given();
    const [bobs, noTask] = [cartId(), cartId()];
    await create(tool, { cart_id: bobs, sku: 'a' }, { owner: BOB });
    terminateLater(`cart-${noTask}`);
    await temporal.workflow.start('cart', { workflowId: `cart-${noTask}`, taskQueue });

    for (const id of [bobs, noTask]) {
      await expect(create(tool, { cart_id: id, sku: 'eve’s' })).rejects.toMatchObject({
        code: 'workflowIdInUse',
        message: `${tool} was not started: its ID would be cart-${id}, which other work has. Trying again will not help: call it with arguments that give another ID, or ask the operator of this server.`,
      });
      const { events } = await temporal.workflow.getHandle(`cart-${id}`).fetchHistory();
      expect(JSON.stringify(events)).not.toContain(Buffer.from('eve’s').toString('base64'));
      const messages = (events ?? []).filter(
        (event) =>
          event.workflowExecutionSignaledEventAttributes ??
          event.workflowExecutionUpdateAcceptedEventAttributes,
      );
      expect(messages).toHaveLength(id === bobs ? 1 : 0);
    }
  });
});

describe('Signal-With-Start', () => {
  it('cannot be told to fail when something runs', async () => {
    const { temporal, taskQueue } = given();

    const started = temporal.workflow.signalWithStart('cart', {
      workflowId: `cart-${cartId()}`,
      taskQueue,
      signal: 'add',
      signalArgs: [{ sku: 'a' }],
      workflowIdConflictPolicy: 'FAIL',
    });

    await expect(started).rejects.toMatchObject({ cause: { code: 3 } });
  });
});

describe('an Update that comes with a start', () => {
  it('is refused in the Workflow’s words, whether it runs or not', async () => {
    const { create, tasks, owner } = given();
    const id = cartId();
    const add = async (sku: string): Promise<unknown> =>
      create('add_by_update', { cart_id: id, sku });

    await expect(add('sold-out')).rejects.toMatchObject({
      code: 'invalidArguments',
      message: `add_by_update was refused: "It is sold out (SoldOut)" (task cart-${id} was started anyway)`,
    });
    expect(await tasks.get(asOwner({ owner }), `cart-${id}`)).toMatchObject({ phase: 'working' });
    await expect(add('sold-out')).rejects.toMatchObject({
      message: 'add_by_update was refused: "It is sold out (SoldOut)"',
    });
    await add('a');
    expect(await checkOut(`cart-${id}`)).toStrictEqual({ skus: ['a'] });
  });

  it('is not known to have arrived while nobody works', async () => {
    const { connect } = given();
    const request = await toCreateRequest(given(), 'add_by_update', {
      cart_id: cartId(),
      sku: 'a',
    });
    const { start } = request.tool;
    const taskQueue = `nobody-${randomUUID()}`;
    const tool = { ...request.tool, start: { ...start, taskQueue } };

    const refused = createOwned(connect({ callDeadlineMs: 500 }), { ...request, tool });

    const workflowId = request.start?.ownId?.workflowId ?? '';
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: `No worker has taken the update for task ${workflowId} in time. It may still be carried out, as soon as a worker is available. Find out before you repeat the call, which could do the work twice.`,
    });
    given().terminateLater(workflowId);
  });

  it('is sent again under its key, since Temporal may have lost it before a Worker took it', async () => {
    const { connect, create, temporal, taskQueue } = given();
    const input = { cart_id: cartId(), sku: 'a' };
    const idempotencyKey = 'key-1';
    const request = { ...(await toCreateRequest(given(), 'add_by_update', input)), idempotencyKey };
    const other = await create(
      'add_by_update',
      { ...input, cart_id: cartId() },
      { idempotencyKey },
    );
    const { memo } = await temporal.workflow.getHandle(other.taskId).describe();
    const workflowId = `cart-${input.cart_id}`;
    await temporal.workflow.start('cart', { workflowId, taskQueue, ...(memo && { memo }) });

    await createOwned(connect(), request);
    await createOwned(connect(), request);

    expect(await checkOut(`cart-${input.cart_id}`)).toStrictEqual({ skus: ['a'] });
  });
});

describe('an entity of each owner’s', () => {
  it('is nobody else’s, by its ID', async () => {
    const { create, owner, tasks } = given();

    const mine = await create('own_cart', { sku: 'a' });
    const bobs = await create('own_cart', { sku: 'b' }, { owner: BOB });

    expect(mine.taskId).toBe(`cart-${owner}`);
    expect(bobs.taskId).toBe(`cart-${BOB}`);
    await expect(tasks.get(asOwner({ owner }), bobs.taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    expect(await checkOut(mine.taskId)).toStrictEqual({ skus: ['a'] });
  });
});

/** The Search Attributes that a start has given. Temporal adds BuildIds when a Worker comes. */
const givenAttributes = ({ typedSearchAttributes }: WorkflowExecutionDescription): string[] =>
  typedSearchAttributes
    .getAll()
    .map(({ key }) => key.name)
    .filter((name) => name !== 'BuildIds')
    .sort();

describe('what a start says of itself', () => {
  it('is in Temporal as the arguments have it', async () => {
    const { create, temporal } = given();
    const input = {
      order_id: randomUUID(),
      note: 'with care',
      amount: 13,
      due_at: '2026-12-01T09:00:00Z',
    };
    const { taskId } = await create('described_order', input);

    const description = await temporal.workflow.getHandle(taskId).describe();

    expect(description.memo).toMatchObject({ order: `No. ${input.order_id}`, amount: 13 });
    expect(givenAttributes(description)).toStrictEqual(['Amount', 'DueAt', 'McpOwner', 'OrderId']);
    expect(await description.staticSummary()).toBe(`Order ${input.order_id}`);
    expect(await description.staticDetails()).toBe('**with care**');
    const query = `OrderId = '${input.order_id}' AND Amount > 12 AND DueAt < '2027-01-01T00:00:00Z' AND DueAt > '2026-01-01T00:00:00Z'`;
    await eventually(
      'it in visibility',
      async () => (await temporal.workflow.count(query)).count === 1,
    );
  });

  it('has arguments with names of any letters in it', async () => {
    const { create, temporal } = given();
    const store = randomUUID();
    const { taskId } = await create('restock', { 倉庫: store, 数量: 7 });

    const description = await temporal.workflow.getHandle(taskId).describe();

    expect(taskId).toBe(`stock-${store}`);
    expect(description.typedSearchAttributes.getAll()).toContainEqual(
      expect.objectContaining({ value: '7 個' }),
    );
    expect(description.memo).toMatchObject({ note: '在庫 7 個' });
    expect(await description.staticSummary()).toBe('在庫 7 個');
    expect(await description.staticDetails()).toBe(`${store}: 7`);
  });

  it('leaves out what the call leaves out', async () => {
    const { create, temporal } = given();
    const { taskId } = await create('described_order', { order_id: randomUUID() });

    const description = await temporal.workflow.getHandle(taskId).describe();

    expect(Object.keys(description.memo ?? {}).sort()).toStrictEqual(['mcp.meta', 'order']);
    expect(givenAttributes(description)).toStrictEqual(['McpOwner', 'OrderId']);
  });

  it('delays it', async () => {
    const { create, temporal, tasks, owner } = given();
    const { taskId } = await create('described_order', {
      order_id: randomUUID(),
      start_at: '1 hour',
    });

    const { raw } = await temporal.workflow.getHandle(taskId).describe();
    const { startTime, executionTime } = raw.workflowExecutionInfo ?? {};

    expect(Number(executionTime?.seconds) - Number(startTime?.seconds)).toBe(3_600);
    expect(await tasks.get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'working' });
  });
});
