import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import {
  expectCreateTaskResult,
  IMMEDIATE_RESPONSE_META_KEY,
} from '../../support/conformance/wire-shapes.js';
import {
  callAsTask,
  createTask,
  errorOf,
  finish,
  getTask,
  listTasksSince,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

describe('tools/call with a task', () => {
  verifies(['T25-20', 'T25-21'], 'takes an empty object for the opt-in', async ({ mcp }) => {
    const result = await resultOf(mcp.request('tools/call', { name: 'quick_job', task: {} }));

    expectCreateTaskResult(result);
  });

  verifies(['T25-20'], 'takes no opt-in from _meta', async ({ mcp }) => {
    const call = { name: 'quick_job', _meta: { task: {} } };

    expect(await resultOf(mcp.request('tools/call', call))).toStrictEqual({
      content: [{ type: 'text', text: 'Done' }],
    });
  });

  verifies(['T25-21'], 'is answered while the work goes on', async ({ mcp, temporal }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'now');
  });

  verifies(['T25-22', 'T25-122'], 'gets IDs that nobody can guess', async ({ mcp }) => {
    const calls = Array.from({ length: 8 }, async () => createTask(mcp, 'quick_job'));
    const taskIds = await Promise.all(calls);
    const randomParts = taskIds.map((taskId) => taskId.slice(taskId.lastIndexOf('-') + 1));

    expect(new Set(randomParts).size).toBe(taskIds.length);
    // 26 characters of 5 bits each: 130 bits.
    for (const part of randomParts) expect(part).toMatch(/^[a-z2-7]{26}$/);
    // With a counter or a clock, the characters at some place would be equal.
    for (let place = 0; place < 26; place++) {
      expect(new Set(randomParts.map((part) => part[place])).size).toBeGreaterThan(1);
    }
    expect(taskIds.filter((taskId) => taskId.includes('quick'))).toStrictEqual([]);
  });

  verifies(['T25-22'], 'ignores an ID that the client proposes', async ({ mcp }) => {
    const proposed = await createTask(mcp, 'quick_job');
    const result = await callAsTask(mcp, 'quick_job', {
      task: { taskId: proposed },
      taskId: proposed,
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: proposed } },
    });

    expect(result.task.taskId).not.toBe(proposed);
    expectCreateTaskResult(result);
  });

  verifies(['T25-23'], 'starts as working, however quick the work is', async ({ mcp }) => {
    const calls = Array.from({ length: 5 }, async () => callAsTask(mcp, 'quick_job'));
    const statuses = (await Promise.all(calls)).map(({ task }) => task.status);

    expect(statuses).toStrictEqual(['working', 'working', 'working', 'working', 'working']);
  });

  verifies(
    ['T25-23'],
    'is answered as working, also when it repeats an earlier call',
    async (peer) => {
      const { mcp } = peer;
      const call = { _meta: { 'temporal-mcp-tasks/idempotency-key': `repeated ${mcp.transport}` } };
      const first = await callAsTask(mcp, 'quick_job', call);
      await untilStatus(mcp, first.task.taskId, 'completed');
      const { task } = await callAsTask(mcp, 'quick_job', call);

      expect(task).toMatchObject({ taskId: first.task.taskId, status: 'working' });
    },
  );

  verifies(['T25-24'], 'says when the task was created', async ({ mcp }) => {
    const before = Date.now();
    const { task } = await callAsTask(mcp, 'quick_job');
    const after = Date.now();

    expect(Date.parse(task.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(task.createdAt)).toBeLessThanOrEqual(after);
    expect(task.lastUpdatedAt).toBe(task.createdAt);
  });

  verifies(['T25-25'], 'has a text as the immediate response', async ({ mcp }) => {
    const call = { arguments: { seconds: 0, label: 'pi' } };
    const { _meta } = await callAsTask(mcp, 'slow_compute', call);

    expect(_meta).toHaveProperty([IMMEDIATE_RESPONSE_META_KEY], 'It is being computed.');
  });

  verifies(['T25-25'], 'has no immediate response where the tool has none', async ({ mcp }) => {
    const { _meta } = await callAsTask(mcp, 'quick_job');

    expect(_meta).not.toHaveProperty([IMMEDIATE_RESPONSE_META_KEY]);
  });

  verifies(['T25-26'], 'makes a task that any process gets at once', async ({ mcp, other }) => {
    const first = await callAsTask(mcp, 'wait_for_finish');
    const second = await callAsTask(mcp, 'wait_for_finish');

    expect(await getTask(other, first.task.taskId)).toStrictEqual(first.task);
    expect(await getTask(mcp, second.task.taskId)).toStrictEqual(second.task);
  });
});

const refused: Record<string, { code: number; call: Record<string, unknown>; says: string }> = {
  'an unknown tool': { code: -32602, call: { name: 'nothing' }, says: 'nothing' },
  'no name': { code: -32602, call: {}, says: '"name"' },
  'arguments that are no object': {
    code: -32602,
    call: { name: 'quick_job', arguments: ['one'] },
    says: '"arguments"',
  },
  'arguments that do not fit the input schema': {
    code: -32602,
    call: { name: 'slow_compute', arguments: { seconds: 'many', label: 'pi' } },
    says: '/seconds',
  },
  'arguments that lack a required one': {
    code: -32602,
    call: { name: 'slow_compute', arguments: { seconds: 1 } },
    says: 'label',
  },
  'a forbidden tool': {
    code: -32601,
    call: { name: 'greet', arguments: { name: 'Ada' } },
    says: 'greet',
  },
};

describe('a refused tools/call with a task', () => {
  for (const [what, { code, call, says }] of Object.entries(refused)) {
    verifies(
      ['T25-27', 'T25-110'],
      `is answered with ${code} and creates nothing: ${what}`,
      async ({ mcp }) => {
        const start = Date.now();
        const error = await errorOf(mcp.request('tools/call', { ...call, task: {} }));

        expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
        expect(await listTasksSince(mcp, start)).toStrictEqual([]);
      },
    );
  }

  verifies(['T25-27'], 'differs in the list from one that is accepted', async ({ mcp }) => {
    const start = Date.now();
    const taskId = await createTask(mcp, 'quick_job');

    expect(await listTasksSince(mcp, start)).toMatchObject([{ taskId }]);
  });
});
