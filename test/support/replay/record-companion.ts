import { randomUUID } from 'node:crypto';

import {
  type Cancellation,
  CANCELLATION_SIGNAL,
  COMPANION_WORKFLOW_TYPE,
  type CompanionInput,
  type Looked,
  type LookActivities,
} from '../../../src/core/companion/companion.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

const seen = { key: 'i1', seenAt: '2026-01-05T09:00:00.000Z' };
const toNotice = (endpoint: string, messageId: string) => ({ endpoint, messageId, body: '{}' });

/** Looks in turn: nothing, a question, its decline; then the end of the task, which the last one waits for. */
const LOOKS: readonly Looked[] = [
  { end: 'quiet', notices: [], known: { questions: [] } },
  { end: 'news', notices: [toNotice('a', 'evt_1')], known: { questions: [seen], dueAtMs: 1 } },
  { end: 'news', notices: [], known: { questions: [{ ...seen, isDeclined: true }] } },
  { end: 'quiet', notices: [], known: { questions: [] } },
];
const END: Looked = {
  end: 'over',
  notices: [toNotice('a', 'evt_2'), toNotice('b', 'evt_2')],
  known: { questions: [] },
};

/**
 * Records a companion on its longest path. It looked and posted, one endpoint refused its message, and it requested the
 * cancellation of its task, waited, and terminated it.
 */
export async function recordCompanion(tasks: TaskHarness): Promise<History> {
  const looks = [...LOOKS];
  const { ApplicationFailure } = await import('@temporalio/activity');
  const { handle: task } = await tasks.start('ignoreCancellation');
  const { runId: firstRunId } = await task.describe();
  const activities: LookActivities = {
    lookAtTask: async () => {
      const next = looks.shift();
      if (next) return next;
      await task.result().catch(() => undefined);
      return END;
    },
    postNotice: async ({ endpoint }) => {
      if (endpoint === 'b') throw ApplicationFailure.nonRetryable('http_4xx', 'http_4xx');
      return Promise.resolve();
    },
  };
  const taskQueue = `test-${randomUUID()}`;
  const worker = await runTestWorker({ definitions: 'system' });
  const looking = await startWorker({
    connection: { address: temporalAddress() },
    taskQueue,
    activities,
  });
  const input: CompanionInput = {
    taskId: task.workflowId,
    toolName: 'recorded',
    createdAt: '2026-01-05T09:00:00.000Z',
    taskQueue,
  };
  const cancellation: Cancellation = {
    firstRunId,
    graceMs: 1_000,
    signal: {
      name: 'mcp.task.cancel',
      payload: { by: 'client', at: '2026-01-05T09:00:00.000Z', reason: 'Changed my mind' },
    },
    isRepeated: false,
  };
  try {
    const companion = await tasks.client.workflow.signalWithStart(COMPANION_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: worker.taskQueue,
      args: [input],
      signal: CANCELLATION_SIGNAL,
      signalArgs: [cancellation],
    });
    await companion.result();
    return await companion.fetchHistory();
  } finally {
    await looking.stop();
    await worker.stop();
  }
}
