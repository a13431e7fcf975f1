import { TimeoutType } from '@temporalio/common';
import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  sleep,
  TimeoutFailure,
} from '@temporalio/workflow';

import {
  type JobActivities,
  JobFailureType,
  type JobIds,
  type StartOutcome,
} from '../contract/job-contract.js';

import { CALL_MS, fail, FIRST, FIRST_WAIT_MS, type JobRun, reasonOf, RETRY } from './job-run.js';

const MAX_WAIT_MS = 5 * 60_000;

type Started = Extract<StartOutcome, { kind: 'started' | 'finished' }>;

/**
 * Makes one attempt. Temporal never makes it again: after the death of a Worker, it is unknown whether the
 * service has the start.
 */
async function tryStart({ call, taskQueue, deadlineMs }: JobRun): Promise<StartOutcome> {
  const { startJob } = proxyActivities<JobActivities>({
    taskQueue,
    startToCloseTimeout: CALL_MS,
    scheduleToStartTimeout: Math.max(deadlineMs - Date.now(), FIRST_WAIT_MS),
    // An attempt under way is waited for, so that a job which it starts can be cancelled.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 1 },
    priority: FIRST,
  });
  try {
    return await startJob(call);
  } catch (error) {
    if (!(error instanceof ActivityFailure && error.cause instanceof TimeoutFailure)) throw error;
    if (error.cause.timeoutType === TimeoutType.SCHEDULE_TO_START) {
      throw fail(JobFailureType.timedOut, 'No Worker picked up the job in time.');
    }
    return { kind: 'unknown', reason: 'The Worker stopped while it was starting the job' };
  }
}

/** Looks for a job whose start had no answer: at once, and when the service has had time to show it. */
async function findLost({ call, taskQueue }: JobRun): Promise<JobIds | null> {
  const { search, pace } = call.spec;
  if (!search) return null;
  const { findJob } = proxyActivities<JobActivities>({
    taskQueue,
    startToCloseTimeout: CALL_MS,
    scheduleToCloseTimeout: pace.toleranceMs,
    retry: RETRY,
    priority: FIRST,
  });
  try {
    const ids = await findJob(call);
    if (ids) return ids;
    await sleep(pace.graceMs);
    return await findJob(call);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const message = `The start got no answer, and the search for the job failed: ${reasonOf(error)}. The job may be running.`;
    throw fail(JobFailureType.startUnknown, message);
  }
}

/** Starts the job, by further attempts only if that cannot start it twice. */
export async function startJobOnce(run: JobRun): Promise<Started> {
  const { spec } = run.call;
  const giveUpMs = Date.now() + spec.pace.toleranceMs;
  let waitMs = FIRST_WAIT_MS;
  // Once the service may have the start, a cancellation has to know the job.
  let maybeSent = false;
  const unlessSent = async <T>(work: () => Promise<T>): Promise<T> =>
    maybeSent ? CancellationScope.nonCancellable(work) : work();
  for (;;) {
    const outcome = await unlessSent(async () => tryStart(run));
    if (outcome.kind === 'started' || outcome.kind === 'finished') return outcome;
    const { kind, reason } = outcome;
    if (kind === 'unknown') {
      maybeSent = true;
      const ids = await unlessSent(async () => findLost(run));
      if (ids) return { kind: 'started', ids };
      if (!spec.start.isIdempotent) {
        const message = `${reason}. It is unknown whether the job was started: look for it at the service before you call again.`;
        throw fail(JobFailureType.startUnknown, message);
      }
    }
    if (Date.now() > giveUpMs) {
      const type = maybeSent ? JobFailureType.startUnknown : JobFailureType.unreachable;
      throw fail(type, `The job could not be started: ${reason}.`);
    }
    const pauseMs = Math.max(waitMs, kind === 'notStarted' ? (outcome.retryAfterMs ?? 0) : 0);
    await unlessSent(async () => sleep(pauseMs));
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  }
}
