import { randomUUID } from 'node:crypto';

import {
  NOTIFIER_WORKFLOW_TYPE,
  type NotifierActivities,
  type NotifierInput,
  type TaskNews,
} from '../../../src/core/webhook/notifier.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

const toNotice = (endpoint: string, messageId: string) => ({ endpoint, messageId, body: '{}' });

/** News of a task in turn: none in time, a question, and the end, for two endpoints. */
const NEWS: readonly TaskNews[] = [
  { notices: [], toldKeys: [], isOver: false },
  { notices: [toNotice('a', 'evt_1')], toldKeys: ['i1'], isOver: false },
  { notices: [toNotice('a', 'evt_2'), toNotice('b', 'evt_2')], toldKeys: [], isOver: true },
];

/** Records a notifier whose second endpoint refuses its message. */
export async function recordNotifier(tasks: TaskHarness): Promise<History> {
  const news = [...NEWS];
  const { ApplicationFailure } = await import('@temporalio/activity');
  const activities: NotifierActivities = {
    awaitNews: async () => {
      const next = news.shift();
      if (!next) throw ApplicationFailure.nonRetryable('There is no more news.');
      return Promise.resolve(next);
    },
    postNotice: async ({ endpoint }) => {
      if (endpoint === 'b') throw ApplicationFailure.nonRetryable('http_4xx', 'http_4xx');
      return Promise.resolve();
    },
  };
  const taskQueue = `test-${randomUUID()}`;
  const worker = await runTestWorker({ definitions: 'system' });
  const posting = await startWorker({
    connection: { address: temporalAddress() },
    taskQueue,
    activities,
  });
  const input: NotifierInput = {
    taskId: 'mcp-recorded',
    toolName: 'recorded',
    createdAt: '2026-01-05T09:00:00.000Z',
    taskQueue,
  };
  try {
    const notifier = await tasks.client.workflow.start(NOTIFIER_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: worker.taskQueue,
      args: [input],
    });
    await notifier.result();
    return await notifier.fetchHistory();
  } finally {
    await posting.stop();
    await worker.stop();
  }
}
