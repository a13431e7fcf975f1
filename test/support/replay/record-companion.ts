import { randomUUID } from 'node:crypto';

import { GRACE_WORKFLOW_TYPE, type GraceTarget } from '../../../src/core/task/termination-grace.js';
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
