import { randomUUID } from 'node:crypto';

import {
  type Declined,
  KEEPER_WORKFLOW_TYPE,
  type KeeperActivities,
  type KeeperInput,
} from '../../../src/core/question/deadline-keeper.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

/** A wait in which nothing was due, a question that was declined, and the end of the task. */
const COURSE: readonly Declined[] = [
  { declinedKeys: [], isOver: false },
  { declinedKeys: ['approval.1'], isOver: false },
  { declinedKeys: [], isOver: true },
];

/** Records a keeper of deadlines. */
export async function recordKeeper(tasks: TaskHarness): Promise<History> {
  const course = [...COURSE];
  const { ApplicationFailure } = await import('@temporalio/activity');
  const activities: KeeperActivities = {
    declineOverdue: async () => {
      const next = course.shift();
      if (!next) throw ApplicationFailure.nonRetryable('The task has ended.');
      return Promise.resolve(next);
    },
  };
  const taskQueue = `test-${randomUUID()}`;
  const worker = await runTestWorker({ definitions: 'system' });
  const acting = await startWorker({
    connection: { address: temporalAddress() },
    taskQueue,
    activities,
  });
  const input: KeeperInput = {
    taskId: 'mcp-recorded',
    toolName: 'recorded',
    createdAt: '2026-01-05T09:00:00.000Z',
    taskQueue,
  };
  try {
    const keeper = await tasks.client.workflow.start(KEEPER_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: worker.taskQueue,
      args: [input],
    });
    await keeper.result();
    return await keeper.fetchHistory();
  } finally {
    await acting.stop();
    await worker.stop();
  }
}
