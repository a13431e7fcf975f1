import { randomUUID } from 'node:crypto';

import {
  type FollowCall,
  type FollowOutcome,
  JOB_WORKFLOW_TYPE,
  type JobActivities,
  type RunJobInput,
  type StartOutcome,
} from '../../../src/jobs/contract/job-contract.js';
import type { JobQueue } from '../../../src/jobs/contract/job-spec.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { eventually } from '../eventually.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

const request = { method: 'GET', url: '/' };
const queue: JobQueue = {
  ...request,
  state: '$body',
  succeeded: [],
  failed: [],
  cancelled: [],
  ids: {},
  cancel: { ...request, alreadyEnded: [], endsAs: [], within: 60_000 },
};

/** Answers to the start in turn: a limit of calls, none, and the job. */
const STARTS: readonly StartOutcome[] = [
  { kind: 'notStarted', reason: 'Too many calls', retryAfterMs: 1_500 },
  { kind: 'unknown', reason: 'No answer' },
  { kind: 'started', ids: { item: '7' }, from: 'https://jobs.example/' },
];

/**
 * Records a job on its longest path: its start is made three times and looked for once, it waits in a queue, and it is
 * cancelled while it runs.
 */
export async function recordJob(tasks: TaskHarness): Promise<History> {
  const starts = [...STARTS];
  let isRunning = false;
  const { ApplicationFailure } = await import('@temporalio/activity');
  const follow = (stage: FollowCall['stage'], isStopping: boolean): FollowOutcome => {
    if (stage === 'queue')
      return { kind: 'next', ids: { build: '8' }, from: 'https://jobs.example/' };
    if (isStopping) return { kind: 'cancelled', word: 'stopped' };
    isRunning = true;
    throw ApplicationFailure.create({ message: 'It runs.', nextRetryDelay: 100 });
  };
  const activities: JobActivities = {
    startJob: async () => Promise.resolve(starts.shift() ?? { kind: 'unknown', reason: 'None' }),
    findJob: async () => Promise.resolve(null),
    followJob: async (call) => Promise.resolve(follow(call.stage, call.isStopping)),
    fetchResult: async () => Promise.resolve({ value: null }),
    fetchFailure: async () => Promise.resolve(null),
    cancelJob: async () => Promise.resolve({ kind: 'accepted' }),
  };
  const taskQueue = `test-${randomUUID()}`;
  const worker = await runTestWorker({ definitions: 'system' });
  const calling = await startWorker({
    connection: { address: temporalAddress() },
    taskQueue,
    activities,
  });
  const input: RunJobInput = {
    tool: 'recorded',
    spec: {
      base: 'https://jobs.example',
      start: { ...request, ids: {}, idempotent: true },
      find: { ...request, ids: {} },
      queue,
      poll: queue,
      cancel: queue.cancel,
      pollEvery: { from: 100, to: 100 },
      notFoundFor: 1_000,
      unreachableFor: 60_000,
      timeout: 600_000,
    },
    input: {},
    taskQueue,
  };
  try {
    const job = await tasks.client.workflow.start(JOB_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: worker.taskQueue,
      args: [input],
    });
    await eventually('the job runs', () => isRunning);
    await job.cancel();
    await job.result().catch(() => undefined);
    return await job.fetchHistory();
  } finally {
    await calling.stop();
    await worker.stop();
  }
}
