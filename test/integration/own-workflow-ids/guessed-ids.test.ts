import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { OWN_IDS_MANIFEST } from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  answer,
  call,
  createTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { type OwnerClient, withOwners } from '../../support/with-owners.js';

const given = withOwners(OWN_IDS_MANIFEST);

let ada: OwnerClient;
let eve: OwnerClient;

beforeAll(() => {
  ada = given().connect(`ada-${randomUUID()}`);
  eve = given().connect(`eve-${randomUUID()}`);
});

afterAll(() => {
  // eslint-disable-next-line jest/no-standalone-expect -- It is about every message of the file.
  expect(given().wireLog.problems()).toStrictEqual([]);
});

describe('a guessed ID', () => {
  it('cannot be started, in words that tell of nobody, under either generation', async () => {
    const { taskId } = await createTask(ada.peer, 'order_once', { order_id: randomUUID() });
    const args = { order_id: taskId.slice('order-'.length), note: 'eve’s' };
    const message = `order_shared was not started: its ID would be ${taskId}, which other work has. Trying again will not help: call it with arguments that give another ID, or ask the operator of this server.`;

    const asTask = { name: 'order_shared', arguments: args, task: {} };
    expect(await eve.old('tools/call', asTask)).toMatchObject({ error: { code: -32602, message } });
    for (const result of [
      await resultOf(eve.old('tools/call', { name: 'order_shared', arguments: args })),
      await call(eve.peer, 'order_shared', args),
    ]) {
      expect(result).toMatchObject({ isError: true, content: [{ text: message }] });
    }
  });
});

describe('a task with an ID of its tool’s own', () => {
  it('is answered and collected by its owner, after a restart, in the other generation', async () => {
    const filename = randomUUID();
    const asTask = { name: 'delete_order', arguments: { filename }, task: {} };
    const created = await resultOf(ada.old('tools/call', asTask));
    const { taskId } = created['task'] as { taskId: string };
    expect(taskId).toBe(`delete/${filename}`);
    await given().restart();

    const [key = ''] = Object.keys(await untilAsked(ada.peer, taskId));
    await answer(ada.peer, taskId, { [key]: accept({ confirm: true }) });

    expect(await resultOf(ada.old('tasks/result', { taskId }))).toMatchObject({
      content: [{ text: `Deleted ${filename}.` }],
    });
  });

  it('may ask under the same key when it has been started anew', async () => {
    const filename = randomUUID();
    for (let round = 0; round < 2; round += 1) {
      const { taskId } = await createTask(ada.peer, 'delete_order', { filename });
      const [key = ''] = Object.keys(await untilAsked(ada.peer, taskId));
      await answer(ada.peer, taskId, { [key]: accept({ confirm: true }) });
      expect(await untilStatus(ada.peer, taskId, 'completed')).toMatchObject({
        result: { content: [{ text: `Deleted ${filename}.` }] },
      });
    }
  });
});

describe('tasks/list', () => {
  const listIds = async ({ old }: OwnerClient): Promise<string[]> => {
    const { tasks } = await resultOf(old('tasks/list', {}));
    return (tasks as { taskId: string }[]).map(({ taskId }) => taskId).sort();
  };

  it('has both kinds of tasks, each owner’s own, also after a restart', async () => {
    const [grace, mallory] = ['grace', 'mallory'].map((name) =>
      given().connect(`${name}-${randomUUID()}`),
    ) as [OwnerClient, OwnerClient];
    const own = await createTask(grace.peer, 'order_once', { order_id: randomUUID() });
    const random = await createTask(grace.peer, 'quick_job');
    const theirs = await createTask(mallory.peer, 'order_once', { order_id: randomUUID() });

    expect(await listIds(grace)).toStrictEqual([own.taskId, random.taskId].sort());
    await given().restart();
    await eventually('both in visibility', async () => (await listIds(grace)).length === 2);

    expect(await listIds(grace)).toStrictEqual([own.taskId, random.taskId].sort());
    await eventually(
      'the other one in visibility',
      async () => (await listIds(mallory)).length === 1,
    );
    expect(await listIds(mallory)).toStrictEqual([theirs.taskId]);
  });

  it('has a task once that was started anew, and that of an ID’s last owner only', async () => {
    const [grace, mallory] = ['grace', 'mallory'].map((name) =>
      given().connect(`${name}-${randomUUID()}`),
    ) as [OwnerClient, OwnerClient];
    const args = { order_id: randomUUID() };
    const { taskId } = await createTask(grace.peer, 'order_kept_briefly', args);
    const { temporal } = given();
    await temporal.workflow.getHandle(taskId).signal('finish', 1);
    await eventually('the end of its time', async () => {
      const reply = await mallory.old('tools/call', {
        name: 'order_kept_briefly',
        arguments: args,
        task: {},
      });
      return reply.result;
    });
    await given().restart();
    await eventually('two rows', async () => {
      const { count } = await temporal.workflow.count(`WorkflowId = '${taskId}'`);
      return count === 2;
    });

    expect(await listIds(mallory)).toStrictEqual([taskId]);
    expect(await listIds(grace)).toStrictEqual([]);
  });
});
