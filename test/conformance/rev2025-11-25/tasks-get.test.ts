import { describe, expect } from '@jest/globals';
import type { Task } from '@modelcontextprotocol/sdk/types.js';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { expectGetTaskResult } from '../../support/conformance/wire-shapes.js';
import { eventually } from '../../support/eventually.js';
import {
  callAsTask,
  createCancelledTask,
  createTask,
  finish,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

const TERMINAL: readonly string[] = ['completed', 'failed', 'cancelled'];

/** Tools, the status in which their tasks end, and text in the status message of a failed task. */
const endings: [
  name: string,
  args: Record<string, unknown>,
  status: Task['status'],
  says?: string,
][] = [
  ['quick_job', {}, 'completed'],
  ['slow_compute', { seconds: 0.3, label: 'pi' }, 'completed'],
  ['continue_as_new_times', { times: 1 }, 'completed'],
  ['fail_until_attempt', { attempt: 2 }, 'completed'],
  ['failing_job', {}, 'failed', 'Something went wrong in the job'],
  ['fail_in_child', {}, 'failed', 'Something went wrong in the job'],
  ['fail_in_activity', { maxAttempts: 2 }, 'failed', 'Attempt 2 was refused'],
  ['protocol_error_job', {}, 'failed', 'The job ended in a protocol error'],
  ['times_out', {}, 'failed', 'timed out'],
  ['throw_plain_error_until_timeout', {}, 'failed', 'timed out'],
  ['return_bytes', {}, 'completed'],
];

describe('tasks/get', () => {
  verifies(
    ['T25-24'],
    'answers with the task, flat, in every status',
    async ({ mcp, temporal }) => {
      const working = await createTask(mcp, 'wait_for_finish');
      const completed = await createTask(mcp, 'quick_job');
      const failed = await createTask(mcp, 'failing_job');
      const cancelled = await createCancelledTask(mcp);
      await untilStatus(mcp, completed, 'completed');
      await untilStatus(mcp, failed, 'failed');

      for (const taskId of [working, completed, failed, cancelled]) {
        const result = await resultOf(mcp.request('tasks/get', { taskId }));
        expectGetTaskResult(result);
        expect(result['taskId']).toBe(taskId);
      }
      await finish(temporal, working, null);
      await finish(temporal, cancelled, null);
    },
  );

  verifies(['T25-24'], 'moves lastUpdatedAt with the status, not by reading', async (peer) => {
    const { mcp, temporal } = peer;
    const { task } = await callAsTask(mcp, 'wait_for_finish');
    const first = await getTask(mcp, task.taskId);
    const second = await getTask(mcp, task.taskId);
    await finish(temporal, task.taskId, 'done');
    const completed = await untilStatus(mcp, task.taskId, 'completed');
    const again = await getTask(mcp, task.taskId);

    expect([first.lastUpdatedAt, second.lastUpdatedAt]).toStrictEqual([
      task.lastUpdatedAt,
      task.lastUpdatedAt,
    ]);
    expect(Date.parse(completed.lastUpdatedAt)).toBeGreaterThan(Date.parse(task.lastUpdatedAt));
    expect(again).toStrictEqual(completed);
    expect(completed.createdAt).toBe(task.createdAt);
  });

  for (const [name, args, status, says] of endings) {
    verifies(
      ['T25-40', 'T25-41', 'T25-42', 'T25-43'],
      `shows ${name} as working until it is ${status}, and as that, with a reason, for ever`,
      async ({ mcp, other }) => {
        const taskId = await createTask(mcp, name, { arguments: args });
        const seen: string[] = ['working'];
        const last = await eventually(`${name} is over`, async () => {
          const task = await getTask(mcp, taskId);
          seen.push(task.status);
          return TERMINAL.includes(task.status) ? task : undefined;
        });

        expect([...new Set(seen)]).toStrictEqual(['working', status]);
        expect(last.statusMessage ?? '').toContain(says ?? '');
        expect(await getTask(mcp, taskId)).toStrictEqual(last);
        expect(await getTask(other, taskId)).toStrictEqual(last);
      },
    );
  }

  verifies(['T25-41'], 'shows an ended task unchanged, whatever is done to it', async (peer) => {
    const { mcp, other, temporal } = peer;
    const taskId = await createTask(mcp, 'wait_for_finish');
    await finish(temporal, taskId, 'done');
    const completed = await untilStatus(mcp, taskId, 'completed');
    await mcp.request('tasks/cancel', { taskId });
    await other.request('tasks/cancel', { taskId });

    expect(await getTask(mcp, taskId)).toStrictEqual(completed);
    expect(await getTask(other, taskId)).toStrictEqual(completed);
  });

  verifies(['T25-42'], 'shows a result with isError as failed', async ({ mcp, temporal }) => {
    const failed = await createTask(mcp, 'wait_for_finish');
    const completed = await createTask(mcp, 'wait_for_finish');
    const content = [{ type: 'text', text: 'The quota is used up' }];
    await finish(temporal, failed, { content, isError: true });
    await finish(temporal, completed, { content, isError: false });

    expect(await untilStatus(mcp, failed, 'failed')).toHaveProperty(
      'statusMessage',
      'The quota is used up',
    );
    await untilStatus(mcp, completed, 'completed');
  });

  verifies(['T25-43'], 'says in statusMessage what a working task does', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'retry_for_long', { arguments: { retryMs: 60_000 } });
    const message = await eventually('the first attempt has failed', async () => {
      const { status, statusMessage } = await getTask(mcp, taskId);
      expect(status).toBe('working');
      return statusMessage?.includes('Attempt 1 was refused') ? statusMessage : undefined;
    });

    expect(message).toContain('attempt 2');
  });
});
