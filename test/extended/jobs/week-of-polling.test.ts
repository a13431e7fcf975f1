/** A job of a week, on a server that skips the time between the polls. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import { SYSTEM_TASK_QUEUE } from '../../../src/core/companion/companion.js';
import { JOB_WORKFLOW_TYPE, type RunJobInput } from '../../../src/jobs/contract/job-contract.js';
import type { JobSpec } from '../../../src/jobs/contract/job-spec.js';
import { createJobRunner } from '../../../src/jobs/run/create-job-runner.js';
import { createJobSender } from '../../../src/jobs/run/http/create-job-sender.js';
import { jobWorkerOptions } from '../../../src/jobs/worker/job-worker.js';
import { compiler } from '../../../src/manifest/compile/compile-text.js';
import { startWorker, type WorkerHandle } from '../../../src/worker/run-worker.js';
import {
  type JobService,
  type ServiceReply,
  startJobService,
} from '../../support/jobs/job-service.js';
import { PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';

import { startTimeSkipping } from './start-time-skipping.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const POLLS_OF_A_WEEK = 7 * 24 * 60;
const TASK_QUEUE = `week-${randomUUID()}`;

const closers: (() => Promise<unknown>)[] = [];
let environment: TestWorkflowEnvironment;
let service: JobService;
let polls = 0;
let onPoll: (poll: number) => void = () => undefined;

/** One answer in fifty is an error. */
function poll(): ServiceReply {
  polls += 1;
  onPoll(polls);
  if (polls === POLLS_OF_A_WEEK) return { status: 200, body: { state: 'ok', answer: 42 } };
  if (polls % 50 === 0) return { status: 503 };
  return { status: 200, body: { state: 'running', percent: polls / 101 } };
}

async function startJobWorker(): Promise<WorkerHandle> {
  const access = {
    origin: service.url,
    credentials: { kind: 'none' },
    otherOrigins: [],
    internalAddresses: true,
  } as const;
  const send = createJobSender({ accessOf: () => access, readSecret: () => undefined });
  return startWorker({
    connection: { address: environment.address },
    ...jobWorkerOptions(createJobRunner({ send, compiler }), {
      taskQueue: TASK_QUEUE,
      callsPerMinute: 60_000,
    }),
  });
}

function toInput(): RunJobInput {
  const spec: JobSpec = {
    base: service.url,
    start: { method: 'POST', url: '/runs', ids: { id: '$body.id' }, idempotent: false },
    poll: {
      method: 'GET',
      url: '/runs/{$job.id}',
      state: '$body.state',
      succeeded: ['ok'],
      failed: ['broken'],
      cancelled: ['stopped'],
      progress: { done: '$body.percent' },
      result: '$body.answer',
    },
    pollEvery: { from: MINUTE_MS, to: MINUTE_MS },
    notFoundFor: MINUTE_MS,
    unreachableFor: 60 * MINUTE_MS,
    timeout: 8 * DAY_MS,
  };
  return { tool: 'run', spec, input: {}, taskQueue: TASK_QUEUE };
}

beforeAll(async () => {
  service = await startJobService([
    ['POST', /^\/runs$/, () => ({ status: 201, body: { id: 'r1' } })],
    ['GET', /^\/runs\/r1$/, poll],
  ]);
  closers.push(service.stop);
  environment = await startTimeSkipping();
  closers.push(async () => environment.teardown());
  const worker = await startWorker({
    connection: { address: environment.address },
    taskQueue: SYSTEM_TASK_QUEUE,
    bundle: { codePath: await bundleTestWorkflows('system') },
    activities: {},
  });
  closers.push(async () => worker.stop());
}, PREPARATION_TIMEOUT_MS);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('a job of a week', () => {
  it('has a history of a few events, whatever the number of its polls', async () => {
    let worker = await startJobWorker();
    closers.push(async () => worker.stop());
    const restarted = new Promise<void>((resolve, reject) => {
      onPoll = (count) => {
        if (count !== POLLS_OF_A_WEEK / 2) return;
        const stopped = worker.stop();
        void stopped.then(startJobWorker).then((next) => {
          worker = next;
          resolve();
        }, reject);
      };
    });
    const handle = await environment.client.workflow.start(JOB_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: SYSTEM_TASK_QUEUE,
      args: [toInput()],
    });
    const result: unknown = await handle.result();
    await restarted;
    const { events = [] } = await handle.fetchHistory();
    const seconds = events?.map(({ eventTime }) => Number(eventTime?.seconds ?? 0)) ?? [];
    const days = ((seconds.at(-1) ?? 0) - (seconds[0] ?? 0)) / 86_400;
    const attempts = events?.map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 0);

    expect(result).toBe(42);
    expect(service.seen(/^POST/)).toHaveLength(1);
    expect(service.seen(/^GET/)).toHaveLength(POLLS_OF_A_WEEK);
    // A Worker that is told to stop may be given one more attempt, and ends it before the poll.
    expect([POLLS_OF_A_WEEK, POLLS_OF_A_WEEK + 1]).toContain(Math.max(...(attempts ?? [])));
    expect(days).toBeCloseTo(7, 0);
    expect(events?.length).toBe(19);
  }, 300_000);
});
