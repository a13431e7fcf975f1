import { beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { finish } from '../../support/steps/rev2025-task-steps.js';
import {
  type AnyClient,
  connectAny,
  GENERATIONS,
  untilPurchase,
  withExistingWorkflows,
} from '../../support/with-existing-workflows.js';

const given = withExistingWorkflows();

const ORDER = { item: 'a lamp', cents: 4_000 };
const text = (value: string | RegExp) => [
  { type: 'text', text: typeof value === 'string' ? value : expect.stringMatching(value) },
];
const NOT_FOUND = 'Task not found: the ID is unknown, or its time to live is over.';

describe.each(GENERATIONS)('an action, called by a client of %s,', (generation) => {
  let client: AnyClient;

  beforeAll(async () => {
    client = await connectAny(generation, given().url);
  });

  it('is listed next to the tools, with its task among its arguments', async () => {
    expect(await client.list()).toStrictEqual(
      expect.arrayContaining(['buy', 'show_purchase', 'approve_purchase', 'update_result']),
    );
  });

  it('shows by a Query what the Workflow says', async () => {
    const taskId = await client.start('buy', ORDER);

    expect(await client.call('show_purchase', { task_id: taskId })).toMatchObject({
      structuredContent: { ...ORDER, state: 'awaiting approval' },
    });
  });

  it('approves by a Signal, laid out as its handler takes it', async () => {
    const taskId = await client.start('buy', ORDER);
    const reply = await client.call('approve_purchase', { task_id: taskId, note: 'Fine' });

    expect(reply).toMatchObject({
      content: text(
        `approve_purchase has been sent to task ${taskId}. Temporal does not say whether the workflow handles it: look at the task for what it does next.`,
      ),
    });
    expect(reply).not.toHaveProperty('isError', true);
    expect(await untilPurchase(given().temporal, taskId, 'in delivery')).toStrictEqual({
      ...ORDER,
      note: 'Fine',
      state: 'in delivery',
    });
  });

  it('changes by an Update, whose result is the call’s', async () => {
    const taskId = await client.start('buy', ORDER);

    expect(await client.call('change_amount', { task_id: taskId, cents: 5 })).toMatchObject({
      structuredContent: { item: 'a lamp', cents: 5 },
    });
  });

  it('says why the Workflow has refused an Update', async () => {
    const taskId = await client.start('buy', ORDER);
    const args = { task_id: taskId, cents: -1 };

    expect(await client.call('change_amount', args)).toMatchObject({
      isError: true,
      content: text('The amount is too low'),
    });
  });

  it('names an Update that takes its time, and gives its result later', async () => {
    const taskId = await client.start('buy', ORDER);
    await client.call('approve_purchase', { task_id: taskId });
    const handle = await client.call('collect_purchase', { task_id: taskId });

    expect(handle).toMatchObject({
      structuredContent: { taskId, status: 'working' },
      content: text(/Don't call collect_purchase again.*call update_result with/),
    });
    const { updateId } = handle['structuredContent'] as { updateId: string };
    const which = { task_id: taskId, update_id: updateId };
    expect(await client.call('update_result', which)).toMatchObject({
      structuredContent: { updateId, status: 'working' },
    });

    await client.call('announce_arrival', { task_id: taskId });
    const receipt = { structuredContent: { receipt: 'a lamp for 4000' } };
    expect(await client.call('update_result', which)).toMatchObject(receipt);
    expect(await client.call('update_result', which)).toMatchObject(receipt);
  });

  it.each<[string, string, object, string]>([
    ['misses an argument', 'change_amount', {}, '/cents is required'],
    ['has one of another type', 'change_amount', { cents: 'x' }, '/cents must be integer'],
    ['has one too many', 'approve_purchase', { by: 'x' }, '/by is not a known property'],
    ['has any where there are none', 'show_purchase', { a: 1 }, '/a is not a known property'],
  ])('is told so when it %s', async (_what, ...[name, args, violation]) => {
    const taskId = await client.start('buy', ORDER);

    expect(await client.call(name, { task_id: taskId, ...args })).toMatchObject({
      isError: true,
      content: text(`Invalid arguments for ${name}: ${violation}.`),
    });
  });

  it('finds no task of another Workflow Type, or one that there is not', async () => {
    const other = await client.start('wait_for_finish');
    const unknown = other.replace(/[a-z2-7]{5}$/, 'aaaaa');
    const replies = await Promise.all(
      [other, unknown, 'nonsense'].map(async (task_id) =>
        client.call('show_purchase', { task_id }),
      ),
    );

    expect(replies).toMatchObject(
      Array.from({ length: 3 }, () => ({ isError: true, content: text(NOT_FOUND) })),
    );
    await finish(given().temporal, other, {});
  });

  it('finds no task that has expired', async () => {
    const taskId = await client.start('buy_briefly', ORDER);
    const handle = given().temporal.workflow.getHandle(taskId);
    await handle.signal('withdraw');
    await handle.result();

    const reply = await eventually('the task has expired', async () => {
      const { isError, content } = await client.call('show_purchase', { task_id: taskId });
      return isError === true ? content : undefined;
    });
    expect(reply).toMatchObject(text(NOT_FOUND));
  });

  it('tells a task that has ended from one that there is not', async () => {
    const taskId = await client.start('buy', ORDER);
    const handle = given().temporal.workflow.getHandle(taskId);
    await handle.signal('withdraw');
    await handle.result();

    for (const [name, args] of [
      ['approve_purchase', {}],
      ['change_amount', { cents: 5 }],
    ] as const) {
      expect(await client.call(name, { task_id: taskId, ...args })).toMatchObject({
        isError: true,
        content: text(/Nothing was sent: the task has already ended/),
      });
    }
    expect(await client.call('show_purchase', { task_id: taskId })).toMatchObject({
      structuredContent: { state: 'awaiting approval' },
    });
  });

  it('leaves it to the operator that a Query is missing', async () => {
    const taskId = await client.start('buy', ORDER);

    await expect(client.call('show_nothing', { task_id: taskId })).rejects.toThrow(
      /not set up correctly: the workflow has no Query/,
    );
  });

  it.each(['mcp.collect_purchase.no', 'x', 'mcp.show_purchase.' + 'a'.repeat(36)])(
    'finds no update %s',
    async (update_id) => {
      const taskId = await client.start('buy', ORDER);

      expect(await client.call('update_result', { task_id: taskId, update_id })).toMatchObject({
        isError: true,
        content: text(/"update_id" is not the ID of an update/),
      });
    },
  );

  it('finds no update that was never sent', async () => {
    const taskId = await client.start('buy', ORDER);
    const update_id = `mcp.collect_purchase.${'0'.repeat(36)}`;

    expect(await client.call('update_result', { task_id: taskId, update_id })).toMatchObject({
      isError: true,
      content: text(/There is no such update/),
    });
  });
});

describe('an action without a Worker', () => {
  it('ends within its limit and says so, and takes a Signal', async () => {
    const server = await startMcpServer({
      ...given().options,
      taskQueue: `${given().options.taskQueue}-by-hand`,
    });
    try {
      const client = await connectAny('2025-11-25', server.url);
      const taskId = await client.start('buy', ORDER);
      const startedMs = Date.now();
      const [shown, changed] = await Promise.all([
        client.call('show_purchase', { task_id: taskId }),
        client.call('change_amount', { task_id: taskId, cents: 1 }),
      ]);

      expect(Date.now() - startedMs).toBeLessThan(10_000);
      expect(shown).toMatchObject({
        isError: true,
        content: text(/No worker has answered show_purchase within 4000 ms.*Try again later/),
      });
      expect(changed).toMatchObject({
        isError: true,
        content: text(/A worker may still accept it.*call update_result with/),
      });
      expect(await client.call('approve_purchase', { task_id: taskId })).not.toHaveProperty(
        'isError',
      );
    } finally {
      await server.stop();
    }
  });
});

describe('an action on the task of somebody else', () => {
  it('finds nothing', async () => {
    const foreign = await startMcpServer({
      ...given().options,
      environment: { TEMPORAL_MCP_TASKS_SECRET: 'another secret, which makes other owners of all' },
    });
    try {
      const taskId = await (await connectAny('2025-11-25', given().url)).start('buy', ORDER);
      const stranger = await connectAny('2025-11-25', foreign.url);

      for (const name of ['show_purchase', 'approve_purchase', 'announce_arrival']) {
        expect(await stranger.call(name, { task_id: taskId })).toMatchObject({
          isError: true,
          content: text(NOT_FOUND),
        });
      }
    } finally {
      await foreign.stop();
    }
  });
});
