import { randomUUID } from 'node:crypto';

import {
  type FollowOutcome,
  JOB_WORKFLOW_TYPE,
  type JobActivities,
  type JobInput,
  type StartOutcome,
} from '../../../src/jobs/contract/job-contract.js';
import type { JobStage } from '../../../src/jobs/contract/job-spec.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { eventually } from '../eventually.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';
import type { TaskHarness } from '../task-harness.js';

import type { History } from './history-files.js';

const request = { method: 'GET', url: '/' };
const stage: JobStage = {
  request,
  state: '$body',
  succeeded: [],
  failed: [],
  cancelled: [],
  cancel: { request, alreadyEnded: [], endsAs: [], withinMs: 60_000 },
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
  const follow = (stageNumber: number, isStopping: boolean): FollowOutcome => {
    if (stageNumber === 0)
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
  const input: JobInput = {
    tool: 'recorded',
    spec: {
      base: 'https://jobs.example',
      start: { request, ids: {}, isIdempotent: true },
      search: { request, ids: {}, stage: 0 },
      stages: [{ ...stage, next: {} }, stage],
      pace: { everyMs: 100, upToMs: 100, graceMs: 1_000, toleranceMs: 60_000 },
      limitMs: 600_000,
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
