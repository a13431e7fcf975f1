import { randomUUID } from 'node:crypto';

import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import { eventually } from '../../support/eventually.js';
import { errorOf, finish } from '../../support/steps/rev2025-task-steps.js';
import {
  createTask,
  getTask,
  membersOf,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies } = verifyRev2026();

/** Members of a task in every status, without the optional `statusMessage`. */
const COMMON = [
  'createdAt',
  'lastUpdatedAt',
  'pollIntervalMs',
  'resultType',
  'status',
  'taskId',
  'ttlMs',
];
const withoutMessage = (task: object): string[] =>
  membersOf(task).filter((name) => name !== 'statusMessage');

describe('tasks/get', () => {
  verifies(['T26-40'], 'has nothing besides the task while it works', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'wait_for_finish');
    const task = await getTask(mcp, taskId);

    expect(withoutMessage(task)).toStrictEqual(COMMON);
    expect(task).toMatchObject({ resultType: 'complete', status: 'working' });
    await mcp.request('tasks/cancel', { taskId });
    const cancelled = await untilStatus(mcp, taskId, 'cancelled');
    expect(withoutMessage(cancelled)).toStrictEqual(COMMON);
    expect(cancelled).toHaveProperty('resultType', 'complete');
  });

  verifies(
    ['T26-40', 'T26-42', 'T26-49'],
    'has the result once completed',
    async ({ mcp, temporal }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const meta = { 'io.modelcontextprotocol/related-task': { taskId }, kept: 1 };
      await finish(temporal, taskId, { content: [{ type: 'text', text: 'done' }], _meta: meta });
      const task = await untilStatus(mcp, taskId, 'completed');

      expect(withoutMessage(task)).toStrictEqual([...COMMON, 'result'].sort());
      expect(task).toMatchObject({
        resultType: 'complete',
        result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
      });
      expect(task.result?.['_meta']).not.toHaveProperty(['io.modelcontextprotocol/related-task']);
    },
  );

  verifies(['T26-42'], 'has exactly what a plain call is answered with', async ({ mcp }) => {
    const args = { seconds: 0, label: 'pi' };
    const { taskId } = await createTask(mcp, 'slow_compute', args);
    const { result } = await untilStatus(mcp, taskId, 'completed');
    const plain = await mcp.request(
      'tools/call',
      { name: 'slow_compute', arguments: args },
      { capabilities: {} },
    );

    // The reply has `_meta` of its own.
    expect({ ...result, _meta: expect.anything() }).toStrictEqual(plain.result);
  });

  verifies(['T26-42', 'T26-44'], 'has a tool error as a result', async ({ mcp }) => {
    for (const [name, args] of [
      ['failing_job', {}],
      ['fail_in_child', {}],
      ['fail_in_activity', { maxAttempts: 1 }],
    ] as const) {
      const { taskId } = await createTask(mcp, name, args);
      const task = await untilStatus(mcp, taskId, 'completed');

      expect(task).toMatchObject({ result: { isError: true, resultType: 'complete' } });
      expect(task).not.toHaveProperty('error');
    }
  });

  verifies(
    ['T26-40', 'T26-43'],
    'has the error of a task that failed, and says what it was',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'protocol_error_job');
      const task = await untilStatus(mcp, taskId, 'failed');

      expect(withoutMessage(task)).toStrictEqual([...COMMON, 'error'].sort());
      expect(task).toMatchObject({
        resultType: 'complete',
        error: { code: -32603, message: 'The job ended in a protocol error' },
        statusMessage: expect.stringMatching(/./),
      });
    },
  );

  verifies(
    ['T26-43', 'T26-09'],
    'has an error for work that timed out or was terminated',
    async ({ mcp, temporal }) => {
      const timedOut = await createTask(mcp, 'times_out');
      const terminated = await createTask(mcp, 'wait_for_finish');
      await temporal.workflow.getHandle(terminated.taskId).terminate('by an operator');

      for (const { taskId } of [timedOut, terminated]) {
        expect(await untilStatus(mcp, taskId, 'failed')).toMatchObject({
          error: { code: -32603, message: expect.stringMatching(/./) },
          statusMessage: expect.stringMatching(/./),
        });
      }
    },
  );

  verifies(['T26-41'], 'has the open questions at every poll', async ({ mcp, other }) => {
    const { taskId } = await createTask(mcp, 'multi_input');
    const questions = await untilAsked(mcp, taskId, 2);
    const task = await getTask(other, taskId);

    expect(withoutMessage(task)).toStrictEqual([...COMMON, 'inputRequests'].sort());
    expect(task.inputRequests).toStrictEqual(questions);
    expect((await getTask(mcp, taskId)).inputRequests).toStrictEqual(questions);
    await mcp.request('tasks/cancel', { taskId });
  });

  verifies(['T26-45'], 'changes nothing', async ({ mcp, other, temporal }) => {
    const { taskId } = await createTask(mcp, 'slow_compute', { seconds: 0, label: 'pi' });
    const first = await untilStatus(mcp, taskId, 'completed');
    const { historyLength } = await temporal.workflow.getHandle(taskId).describe();
    for (const reader of [mcp, other, mcp]) {
      expect(await getTask(reader, taskId)).toMatchObject({
        result: first.result,
        lastUpdatedAt: first.lastUpdatedAt,
      });
    }
    const after = await temporal.workflow.getHandle(taskId).describe();

    expect(after.historyLength).toBe(historyLength);
    expect(first).not.toHaveProperty('cacheScope');
  });

  verifies(['T26-46', 'T26-49'], 'suggests when to ask again', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');

    expect(await getTask(mcp, taskId)).toMatchObject({ pollIntervalMs: 200, ttlMs: 600_000 });
  });

  verifies(['T26-48'], 'forgets a task when its TTL is over', async ({ mcp }) => {
    const { taskId, ttlMs, createdAt } = await createTask(mcp, 'short_lived');
    const error = await eventually('the task is forgotten', async () => {
      const reply = await mcp.request('tasks/get', { taskId });
      return reply.error;
    });

    expect(ttlMs).toBe(1_000);
    expect(error.code).toBe(-32602);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(createdAt) + 1_000);
  });

  verifies(['T26-50'], 'never leaves a terminal status', async ({ mcp, other, temporal }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    await untilStatus(mcp, taskId, 'completed');
    await mcp.request('tasks/cancel', { taskId });
    await mcp.request('tasks/update', { taskId, inputResponses: { any: { action: 'cancel' } } });
    await temporal.workflow.getHandle(taskId).describe();

    for (const reader of [mcp, other]) {
      expect(await getTask(reader, taskId)).toHaveProperty('status', 'completed');
    }
  });

  verifies(['T26-50'], 'goes from working to input_required and back', async ({ mcp }) => {
    const { taskId, status } = await createTask(mcp, 'confirm_delete', { filename: 'a' });
    await untilAsked(mcp, taskId, 1);
    expect(status).toBe('working');
    await mcp.request('tasks/cancel', { taskId });
    expect(await untilStatus(mcp, taskId, 'cancelled')).toHaveProperty('taskId', taskId);
  });

  verifies(['T26-51'], 'tells what the Workflow says of itself', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'say_status', { message: '3 of 9 files' });
    const statusMessage = await eventually('the message is there', async () => {
      const task = await getTask(mcp, taskId);
      return task.statusMessage === '3 of 9 files' ? task.statusMessage : undefined;
    });

    expect(statusMessage).toBe('3 of 9 files');
    await mcp.request('tasks/cancel', { taskId });
  });

  verifies(
    ['T26-102'],
    'does not tell unknown, foreign and malformed IDs apart',
    async ({ mcp, temporal, options }) => {
      const foreignWorkflowId = `not-a-task-of-ours-${randomUUID()}`;
      // A Workflow that no task server has started. `foreign` below has an owner tag of another secret.
      await temporal.workflow.start('quickJob', {
        taskQueue: options.taskQueue,
        workflowId: foreignWorkflowId,
      });
      const { taskId } = await createTask(mcp, 'quick_job');
      const foreign = taskId.replace(/^mcp-[a-z2-7]{20}/, `mcp-${'a'.repeat(20)}`);
      const unknown = taskId.replace(/[a-z2-7]{26}$/, 'a'.repeat(26));
      const errors = [];
      for (const id of [foreignWorkflowId, foreign, unknown, 'x']) {
        const { message, ...error } = await errorOf(mcp.request('tasks/get', { taskId: id }));
        errors.push({ ...error, message: message.replaceAll(id, '') });
      }

      expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
      expect(errors[0]).toHaveProperty('code', -32602);
    },
  );

  verifies(['T26-09'], 'refuses params that are none with -32602', async ({ mcp }) => {
    for (const params of [{}, { taskId: 1 }, { taskId: '' }]) {
      expect(await errorOf(mcp.request('tasks/get', params))).toHaveProperty('code', -32602);
    }
  });
});
