import { randomUUID } from 'node:crypto';

import { GRACE_WORKFLOW_TYPE, type GraceTarget } from '../../../src/core/task/termination-grace.js';
import { TTL_WORKFLOW_TYPE, type TtlTarget } from '../../../src/core/task/ttl-end.js';
import { runTestWorker } from '../run-test-worker.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

/** Records a companion on its longest path: it requested the cancellation, waited, and terminated the task. */
export async function recordCompanion(tasks: TaskHarness): Promise<History> {
  const worker = await runTestWorker({ definitions: 'system' });
  try {
    const { handle: task } = await tasks.start('ignoreCancellation');
    const { runId: firstRunId } = await task.describe();
    const target: GraceTarget = {
      taskId: task.workflowId,
      firstRunId,
      graceMs: 1_000,
      signal: {
        name: 'mcp.task.cancel',
        payload: { by: 'client', at: '2026-01-05T09:00:00.000Z', reason: 'Changed my mind' },
      },
    };
    const companion = await tasks.client.workflow.start(GRACE_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: worker.taskQueue,
      args: [target],
      startDelay: '1 second',
    });
    await companion.result();
    return await companion.fetchHistory();
  } finally {
    await worker.stop();
  }
}

/** Records a companion after the ttl: it requested the cancellation, waited, and terminated the task. */
export async function recordTtlCompanion(tasks: TaskHarness): Promise<History> {
  const worker = await runTestWorker({ definitions: 'system' });
  const other = await runTestWorker({ definitions: 'fixtures' });
  const taskId = `test-${randomUUID()}`;
  const companionId = `mcp-ttl-${taskId}-recorded`;
  const { client } = tasks;
  try {
    await client.workflow.start('ignoreCancellation', {
      workflowId: taskId,
      taskQueue: other.taskQueue,
      args: [{}],
      memo: {
        'mcp.meta': {
          version: 1,
          createdAt: '2026-01-05T09:00:00.000Z',
          ownerTag: 'x',
          toolName: 'x',
          ttlMs: 1_000,
          pollIntervalMs: 1_000,
          protocolVersion: '',
          companionId,
        },
      },
    });
    const target: TtlTarget = {
      taskId,
      ttlMs: 1_000,
      action: 'cancel',
      graceMs: 1_000,
      cancelSignal: 'mcp.task.cancel',
    };
    const companion = await client.workflow.start(TTL_WORKFLOW_TYPE, {
      workflowId: companionId,
      taskQueue: worker.taskQueue,
      args: [target],
      startDelay: '1 second',
    });
    await companion.result();
    return await companion.fetchHistory();
  } finally {
    await other.stop();
    await worker.stop();
  }
}
