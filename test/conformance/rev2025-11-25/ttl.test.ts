import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { eventually } from '../../support/eventually.js';
import {
  callAsTask,
  createTask,
  errorOf,
  finish,
  getTask,
  listAllTasks,
  listTaskIds,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

/** The ttl that a client requests of a tool with 1 s ≤ ttl ≤ 1 hour, and the effective one. */
const ttls: [what: string, task: { ttl?: number }, effective: number][] = [
  ['its default when nothing is asked', {}, 600_000],
  ['what is asked, within the bounds', { ttl: 90_000 }, 90_000],
  ['no more than the maximum', { ttl: 90_000_000 }, 3_600_000],
  ['no less than the minimum', { ttl: 0 }, 1_000],
  ['whole milliseconds', { ttl: 90_000.7 }, 90_000],
];

describe('ttl', () => {
  for (const [what, task, effective] of ttls) {
    verifies(['T25-30'], `is reported as it is in effect: ${what}`, async ({ mcp }) => {
      const created = await callAsTask(mcp, 'wait_for_finish', { task });

      expect(created.task.ttl).toBe(effective);
      expect(await getTask(mcp, created.task.taskId)).toHaveProperty('ttl', effective);
    });
  }

  verifies(['T25-30'], 'is the same in every response with the task', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'wait_for_finish', { task: { ttl: 77_000 } });
    const listed = await listAllTasks(mcp);
    const cancelled = await resultOf(mcp.request('tasks/cancel', { taskId }));

    expect(listed.find((task) => task.taskId === taskId)).toHaveProperty('ttl', 77_000);
    expect(cancelled['ttl']).toBe(77_000);
    expect(await getTask(mcp, taskId)).toHaveProperty('ttl', 77_000);
  });

  verifies(['T25-31'], 'counts from creation, not from completion', async ({ mcp, temporal }) => {
    const ttl = 8_000;
    const { task } = await callAsTask(mcp, 'wait_for_finish', { task: { ttl } });
    const { taskId } = task;
    const completeAtMs = Date.parse(task.createdAt) + ttl / 2;
    await eventually('half of the time to live is over', async () => {
      await getTask(mcp, taskId);
      return Date.now() > completeAtMs;
    });
    await finish(temporal, taskId, 'late');
    await untilStatus(mcp, taskId, 'completed');
    await eventually('the task has expired', async () => {
      const { error } = await mcp.request('tasks/get', { taskId });
      return error ? true : undefined;
    });

    expect(Date.now()).toBeLessThan(completeAtMs + ttl);
  });

  verifies(['T25-31'], 'does not end a task that still runs', async ({ mcp, temporal }) => {
    const { task } = await callAsTask(mcp, 'wait_for_finish', { task: { ttl: 1_000 } });
    const { taskId } = task;
    await eventually(
      'the time to live is over',
      () => Date.now() - Date.parse(task.createdAt) > 1_500,
    );

    const askedAtMs = Date.now();
    const read = await getTask(mcp, taskId);
    expect(read.status).toBe('working');
    expect(Date.parse(read.createdAt) + (read.ttl ?? 0)).toBeGreaterThanOrEqual(askedAtMs);
    expect(await listTaskIds(mcp)).toContain(taskId);
    await finish(temporal, taskId, 'late');
  });

  verifies(
    ['T25-31', 'T25-110'],
    'makes every method answer -32602 once it is over, and say so',
    async ({ mcp, other }) => {
      const taskId = await createTask(mcp, 'short_lived');
      await mcp.request('tasks/result', { taskId });
      await eventually('the task has expired', async () => {
        return (await mcp.request('tasks/get', { taskId })).error;
      });
      for (const peer of [mcp, other]) {
        for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
          const error = await errorOf(peer.request(method, { taskId }));

          expect({ method, ...error }).toMatchObject({
            method,
            code: -32602,
            message: expect.stringContaining('expired'),
          });
        }
        expect(await listTaskIds(peer)).not.toContain(taskId);
      }
    },
  );
});

describe('pollInterval', () => {
  verifies(['T25-32'], 'is what the tool says, in every response', async ({ mcp }) => {
    const { task } = await callAsTask(mcp, 'quick_job');

    expect(task.pollInterval).toBe(200);
    expect(await getTask(mcp, task.taskId)).toHaveProperty('pollInterval', 200);
  });
});
