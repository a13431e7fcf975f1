import { describe, expect, it } from '@jest/globals';

import { Courier, type OutgoingMessage } from '../../../../src/mcp/rev2025-11-25/courier.js';
import { deliveriesOf } from '../../../../src/mcp/rev2025-11-25/deliveries.js';
import { eventually } from '../../../support/eventually.js';
import type { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

import { openStream, openTask, OWNER, PLAIN, QUESTION, TASK_ID } from './asking.js';

const RELATED = { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } };

/** A courier that brings all of a task, and what it has sent. */
function openCourier(tasks: FakeTasks, { namesTask = true } = {}) {
  const sent: OutgoingMessage[] = [];
  const courier = new Courier(
    {
      capabilities: PLAIN,
      session: 'one',
      send: async (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
    { tasks, sealer, deliveries: deliveriesOf(tasks), owner: OWNER, namesTask, refuses: true },
  );
  const deliver = async (): Promise<void> => courier.deliver(await tasks.get(TASK_ID, OWNER));
  return { courier, sent, deliver };
}

describe('progress', () => {
  it('goes out with the token of the call, once a value', async () => {
    const tasks = await openTask({ inputRequests: {}, progressToken: 'p' });
    const { sent, deliver } = openCourier(tasks);
    for (const progress of [1, 1, 0.5, 2]) {
      tasks.update(TASK_ID, { progress: { progress, total: 4, message: 'On the way' } });
      await deliver();
    }

    expect(sent.map(({ params }) => params)).toStrictEqual(
      [1, 2].map((progress) => ({
        progressToken: 'p',
        progress,
        total: 4,
        message: 'On the way',
        _meta: RELATED,
      })),
    );
    expect(sent.every(({ method, id }) => method === 'notifications/progress' && !id)).toBe(true);
  });

  it('takes 0 for a token', async () => {
    const tasks = await openTask({ inputRequests: {}, progressToken: 0 });
    const { sent, deliver } = openCourier(tasks);
    tasks.update(TASK_ID, { progress: { progress: 1 } });
    await deliver();

    expect(sent).toMatchObject([{ params: { progressToken: 0 } }]);
  });

  it.each([
    ['without a token', { progressToken: undefined }],
    ['once the task is cancelled', { cancelRequested: true }],
    ['once the task has ended', { phase: 'succeeded' as const }],
  ])('does not go out %s', async (_when, changes) => {
    const tasks = await openTask({ inputRequests: {}, progressToken: 'p' });
    const { sent, deliver } = openCourier(tasks);
    tasks.update(TASK_ID, { progress: { progress: 1 }, ...(changes as object) });
    await deliver();

    expect(sent).toStrictEqual([]);
  });
});

describe('the status', () => {
  it('goes out when it has changed, with all of the task', async () => {
    const tasks = await openTask({ inputRequests: {}, phase: 'working' });
    const { sent, deliver } = openCourier(tasks);
    await deliver();
    await deliver();
    tasks.update(TASK_ID, { statusMessage: 'Packing' });
    await deliver();
    await deliver();

    expect(sent).toMatchObject([
      {
        method: 'notifications/tasks/status',
        params: { taskId: TASK_ID, status: 'working', statusMessage: 'Packing', ttl: 3_600_000 },
      },
    ]);
    expect(sent[0]?.params).not.toHaveProperty('_meta');
  });

  it('does not go out in a plain call', async () => {
    const tasks = await openTask({ inputRequests: {}, progressToken: 'p' });
    const { sent, deliver } = openCourier(tasks, { namesTask: false });
    await deliver();
    tasks.update(TASK_ID, { statusMessage: 'Packing', progress: { progress: 1 } });
    await deliver();

    expect(sent).toStrictEqual([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
    ]);
  });
});

describe('a question', () => {
  it('goes out once a stream, and once a process', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await one.deliver();
    await other.deliver();

    expect(one.sent).toMatchObject([{ method: 'elicitation/create', params: { _meta: RELATED } }]);
    expect(other.sent).toStrictEqual([]);
  });

  it('moves to a stream that waits when the first ends', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await other.deliver();
    one.courier.close();

    expect(
      await eventually('the question', async () => Promise.resolve(other.sent[0])),
    ).toMatchObject({ method: QUESTION.method, params: { message: 'Well?' } });
  });

  it('does not move once it was answered', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await other.deliver();
    await tasks.answer(TASK_ID, OWNER, { i1: { action: 'decline' } });
    one.courier.close();
    tasks.update(TASK_ID, { inputRequests: { i2: QUESTION }, phase: 'inputRequired' });
    await other.deliver();
    await eventually('the next question', async () => Promise.resolve(other.sent[0]));

    // The next question alone: had the first moved, it would have come before.
    expect(other.sent).toHaveLength(1);
  });

  it('is not taken on by a stream that has ended', async () => {
    const tasks = await openTask();
    const [gone, next] = [openStream(tasks), openStream(tasks)];
    gone.courier.close();
    await gone.deliver();
    await next.deliver();

    expect(gone.sent).toStrictEqual([]);
    expect(next.sent).toHaveLength(1);
  });
});
