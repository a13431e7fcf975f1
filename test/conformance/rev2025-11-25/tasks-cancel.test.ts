import { describe, expect } from '@jest/globals';

import { type Peer, verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { expectCancelTaskResult } from '../../support/conformance/wire-shapes.js';
import { eventually } from '../../support/eventually.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import {
  callAsTask,
  createCancelledTask,
  createTask,
  errorOf,
  finish,
  getTask,
  listAllTasks,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

/** Waits until the Workflow of a task has closed, and returns its status. */
async function howWorkEnded({ temporal }: Peer, taskId: string): Promise<string> {
  const handle = temporal.workflow.getHandle(taskId);
  await handle.result().catch(() => undefined);
  return (await handle.describe()).status.name;
}

/** Waits for the first Workflow Task: an execution that is cancelled before it never runs. */
async function untilBegun({ temporal }: Peer, taskId: string): Promise<void> {
  await eventually('the first Workflow Task', async () => {
    const { historyLength } = await temporal.workflow.getHandle(taskId).describe();
    return historyLength >= 4;
  });
}

describe('tasks/cancel', () => {
  verifies(['T25-102'], 'answers with the task, cancelled already', async (peer) => {
    const { mcp, other } = peer;
    const { task } = await callAsTask(mcp, 'wait_for_finish');
    const { taskId } = task;
    const result = await resultOf(mcp.request('tasks/cancel', { taskId }));

    expectCancelTaskResult(result);
    expect(result).toMatchObject({ taskId, status: 'cancelled', createdAt: task.createdAt });
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'cancelled');
    expect(await getTask(other, taskId)).toHaveProperty('status', 'cancelled');
    expect(await howWorkEnded(peer, taskId)).toBe('CANCELLED');
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'cancelled');
  });

  verifies(['T25-102'], 'shows the task cancelled while the work cleans up', async (peer) => {
    const { mcp, temporal } = peer;
    const taskId = await createTask(mcp, 'clean_up_on_cancellation', {
      arguments: { cleanUpMs: 2_000 },
    });
    await resultOf(mcp.request('tasks/cancel', { taskId }));
    const { status } = await temporal.workflow.getHandle(taskId).describe();

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'cancelled');
    expect(status.name).toBe('RUNNING');
    expect(await howWorkEnded(peer, taskId)).toBe('CANCELLED');
  });

  verifies(['T25-102'], 'needs no worker', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'not_polled');

    expect(await resultOf(mcp.request('tasks/cancel', { taskId }))).toMatchObject({
      status: 'cancelled',
    });
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'cancelled');
  });

  verifies(['T25-102'], 'answers who waits for the result', async ({ mcp, other }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    const waiters = [mcp, other].map(async (peer) =>
      errorOf(peer.request('tasks/result', { taskId })),
    );
    await getTask(mcp, taskId);
    await resultOf(mcp.request('tasks/cancel', { taskId }));

    for (const error of await Promise.all(waiters)) {
      expect(error).toMatchObject({ code: -32603, data: { taskId, status: 'cancelled' } });
    }
  });

  for (const [name, workEnds] of [
    ['ignore_cancellation', 'on its own'],
    ['swallow_cancellation', 'with a success'],
  ] as const) {
    verifies(
      ['T25-103', 'T25-41'],
      `is final, also when the work ends ${workEnds}: ${name}`,
      async (peer) => {
        const { mcp, other, temporal } = peer;
        const taskId = await createTask(mcp, name);
        await resultOf(mcp.request('tasks/cancel', { taskId }));
        if (name === 'ignore_cancellation') await finish(temporal, taskId, 'done all the same');

        expect(await howWorkEnded(peer, taskId)).toBe('COMPLETED');
        for (const reader of [mcp, other]) {
          expect(await getTask(reader, taskId)).toHaveProperty('status', 'cancelled');
          expect(await errorOf(reader.request('tasks/result', { taskId }))).toMatchObject({
            code: -32603,
            message: expect.stringContaining('cancelled'),
          });
        }
        const listed = await listAllTasks(mcp);
        expect(listed.find((task) => task.taskId === taskId)).toHaveProperty('status', 'cancelled');
      },
    );
  }

  verifies(['T25-103'], 'is final, also when the work fails', async (peer) => {
    const { mcp, other } = peer;
    const taskId = await createTask(mcp, 'fail_on_cancellation');
    await untilBegun(peer, taskId);
    await resultOf(mcp.request('tasks/cancel', { taskId }));

    expect(await howWorkEnded(peer, taskId)).toBe('FAILED');
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'cancelled');
    expect(await getTask(other, taskId)).toHaveProperty('status', 'cancelled');
  });

  for (const [status, name] of [
    ['completed', 'quick_job'],
    ['failed', 'failing_job'],
    ['failed', 'protocol_error_job'],
  ] as const) {
    verifies(
      ['T25-101', 'T25-110'],
      `is refused for a task that is ${status}, and says so: ${name}`,
      async ({ mcp }) => {
        const taskId = await createTask(mcp, name);
        const before = await untilStatus(mcp, taskId, status);

        expect(await errorOf(mcp.request('tasks/cancel', { taskId }))).toMatchObject({
          code: -32602,
          message: expect.stringContaining(status),
        });
        expect(await getTask(mcp, taskId)).toStrictEqual(before);
      },
    );
  }

  verifies(['T25-101'], 'is refused for a cancelled task, by any process', async (peer) => {
    const { mcp, other, temporal } = peer;
    const taskId = await createCancelledTask(mcp);
    for (const caller of [mcp, other]) {
      expect(await errorOf(caller.request('tasks/cancel', { taskId }))).toMatchObject({
        code: -32602,
        message: expect.stringContaining('cancelled'),
      });
    }
    await finish(temporal, taskId, null);
    await howWorkEnded(peer, taskId);

    expect(await errorOf(mcp.request('tasks/cancel', { taskId }))).toMatchObject({ code: -32602 });
  });

  verifies(['T25-101'], 'succeeds for one of two at once', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    const replies = await Promise.all([
      mcp.request('tasks/cancel', { taskId }),
      mcp.request('tasks/cancel', { taskId }),
    ]);

    expect(replies.map(({ error }) => error?.code).sort()).toStrictEqual([-32602, undefined]);
  });

  verifies(['T25-101', 'T25-110'], 'is refused for a task that is unknown', async ({ mcp }) => {
    expect(await errorOf(mcp.request('tasks/cancel', { taskId: 'unknown' }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('not found'),
    });
  });
});

describe('notifications/cancelled', () => {
  verifiesOverStdio(['T25-100'], 'does not cancel the task of a request', async (peer) => {
    const { mcp, temporal } = peer;
    const call = { name: 'wait_for_finish', task: {} };
    const result = await resultOf(mcp.request('tools/call', call, { id: 'creating' }));
    const { taskId } = result['task'] as { taskId: string };
    await mcp.notify('notifications/cancelled', { requestId: 'creating' });

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    await untilStatus(mcp, taskId, 'completed');
  });

  verifiesOverHttp(['T25-100'], 'does not cancel the task of a request', async (peer) => {
    const { mcp, temporal } = peer;
    const call = { name: 'wait_for_finish', task: {} };
    const result = await resultOf(mcp.request('tools/call', call, { id: 'creating' }));
    const { taskId } = result['task'] as { taskId: string };
    await mcp.notify('notifications/cancelled', { requestId: 'creating' });

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    await untilStatus(mcp, taskId, 'completed');
  });

  verifiesOverStdio(['T25-100'], 'releases who waits for a result, and no more', async (peer) => {
    const { mcp, temporal } = peer;
    const taskId = await createTask(mcp, 'wait_for_finish');
    void mcp.request('tasks/result', { taskId }, { id: 'given-up' });
    const kept = mcp.request('tasks/result', { taskId }, { id: 'kept' });
    await getTask(mcp, taskId);
    await mcp.notify('notifications/cancelled', { requestId: 'given-up', reason: 'enough' });

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    expect(await resultOf(kept)).toHaveProperty('content', [{ type: 'text', text: 'done' }]);
    await mcp.request('ping');
    expect(mcp.output().filter((line) => line.includes('"given-up"'))).toStrictEqual([]);
  });

  verifiesOverStdio(['T25-100'], 'of a plain call cancels its work', async (peer) => {
    const { mcp, temporal, options } = peer;
    const call = beforeCall('wait_for_finish');
    void mcp.request('tools/call', { name: 'wait_for_finish' }, { id: 'plain' });
    const workflowId = await findExecution(temporal, options.taskQueue, call);
    await mcp.notify('notifications/cancelled', { requestId: 'plain' });

    expect(await howWorkEnded(peer, workflowId)).toBe('CANCELLED');
    await mcp.request('ping');
    expect(mcp.output().filter((line) => line.includes('"plain"'))).toStrictEqual([]);
  });
});
