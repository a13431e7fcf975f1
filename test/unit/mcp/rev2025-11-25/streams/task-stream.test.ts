import { describe, expect, it } from '@jest/globals';

import { createBinding, type TasksBinding } from '../../../../../src/mcp/rev2025-11-25/index.js';
import { TaskStream } from '../../../../../src/mcp/rev2025-11-25/streams/task-stream.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import type { OutgoingMessage } from '../../../../../src/service/questions/client-stream.js';
import { openTask, OWNER, PLAIN, TASK_ID } from '../../../../support/asking.js';
import type { FakeTasks } from '../../../../support/fake-tasks.js';
import { testSealer as sealer } from '../../../../support/test-sealer.js';

const RELATED = { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } };

function bind(tasks: FakeTasks): TasksBinding {
  const toolbox = createToolbox(tasks, new Map());
  return createBinding({ tasks, tools: () => toolbox, sealer });
}

/** A stream that brings all of a task, and what it has sent. */
function openTaskStream(
  tasks: FakeTasks,
  { namesTask = true, binding = bind(tasks), toldStatuses = new Map<string, string>() } = {},
) {
  const sent: OutgoingMessage[] = [];
  const stream = new TaskStream(
    {
      ...PLAIN,
      session: 'one',
      toldStatuses,
      send: async (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
    { binding, owner: OWNER, isWaiting: true, ...(namesTask && { namedTaskId: TASK_ID }) },
  );
  const deliver = async (): Promise<void> => stream.show(await tasks.get(TASK_ID, OWNER));
  return { sent, deliver };
}

describe('progress', () => {
  it('goes out with the token of the call, once a value', async () => {
    const tasks = await openTask({ inputRequests: {}, origin: { progressToken: 'p' } });
    const { sent, deliver } = openTaskStream(tasks);
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
    const tasks = await openTask({ inputRequests: {}, origin: { progressToken: 0 } });
    const { sent, deliver } = openTaskStream(tasks);
    tasks.update(TASK_ID, { progress: { progress: 1 } });
    await deliver();

    expect(sent).toMatchObject([{ params: { progressToken: 0 } }]);
  });

  it.each([
    ['without a token', { origin: {} }],
    ['once the task is cancelled', { cancelRequested: true }],
    ['once the task has ended', { phase: 'succeeded' as const }],
  ])('does not go out %s', async (_when, changes) => {
    const tasks = await openTask({ inputRequests: {}, origin: { progressToken: 'p' } });
    const { sent, deliver } = openTaskStream(tasks);
    tasks.update(TASK_ID, { progress: { progress: 1 }, ...(changes as object) });
    await deliver();

    expect(sent).toStrictEqual([]);
  });
});

describe('the status', () => {
  it('goes out when it has changed, with all of the task', async () => {
    const tasks = await openTask({ inputRequests: {}, phase: 'working' });
    const { sent, deliver } = openTaskStream(tasks);
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
    const tasks = await openTask({ inputRequests: {}, origin: { progressToken: 'p' } });
    const { sent, deliver } = openTaskStream(tasks, { namesTask: false });
    await deliver();
    tasks.update(TASK_ID, { statusMessage: 'Packing', progress: { progress: 1 } });
    await deliver();

    expect(sent).toStrictEqual([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
    ]);
  });

  it('goes out once where two streams share a connection', async () => {
    const tasks = await openTask({ inputRequests: {}, phase: 'working' });
    const shared = { binding: bind(tasks), toldStatuses: new Map<string, string>() };
    const [one, other] = [openTaskStream(tasks, shared), openTaskStream(tasks, shared)];
    await one.deliver();
    tasks.update(TASK_ID, { statusMessage: 'Packing' });
    await other.deliver();
    await one.deliver();

    expect([one.sent, other.sent]).toMatchObject([[], [{ method: 'notifications/tasks/status' }]]);
  });
});
