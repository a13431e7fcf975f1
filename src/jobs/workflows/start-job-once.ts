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

import { toDurationWords } from '../../core/value/number-words.js';
import { toSentence } from '../../core/value/sentence.js';
import { toClock } from '../contract/job-clock.js';
import type { JobActivities, NamedJob, StartOutcome } from '../contract/job-contract.js';
import { type JobStage, stageOfFound } from '../contract/job-spec.js';

import {
  CALL_MS,
  failAt,
  FIRST,
  FIRST_WAIT_MS,
  type JobRun,
  reasonOf,
  RETRY,
  show,
} from './job-run.js';

const MAX_WAIT_MS = 5 * 60_000;
/** A longer wait is told with the time of its end. */
const LONG_WAIT_MS = 60_000;

/** First and longest time between two searches, in milliseconds. */
const FIND_MS = 3_000;
const MAX_FIND_MS = 60_000;

type Started =
  | Extract<StartOutcome, { kind: 'finished' }>
  | (Extract<StartOutcome, { kind: 'started' }> & { readonly stage: JobStage });

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
      throw failAt({ kind: 'notSent' }, 'late', 'No Worker picked up the job in time.');
    }
    // Nobody can tell a Worker that has stopped from one that is slow.
    const reason = 'The Worker gave no answer to the start in time';
    return { kind: 'unknown', reason };
  }
}

/**
 * Looks for a job whose start had no answer, or whose stage was forgotten: at once, and every few seconds until the
 * service has had time to show it.
 */
export async function findJobInTime({ call, taskQueue }: JobRun): Promise<NamedJob | null> {
  const { find, notFoundFor, unreachableFor } = call.spec;
  if (!find) return null;
  const activities = proxyActivities<JobActivities>({
    taskQueue,
    startToCloseTimeout: CALL_MS,
    scheduleToCloseTimeout: unreachableFor,
    retry: RETRY,
    priority: FIRST,
  });
  const giveUpMs = Date.now() + notFoundFor;
  for (let waitMs = FIND_MS; ; waitMs = Math.min(1.5 * waitMs, MAX_FIND_MS)) {
    const ids = await activities.findJob(call);
    const leftMs = giveUpMs - Date.now();
    if (ids || leftMs <= 0) return ids;
    await sleep(Math.min(waitMs, leftMs));
  }
}

/** Looks for a job that may have been started. */
async function findLost(run: JobRun, reason: string): Promise<NamedJob | null> {
  show(`${toSentence(reason)} The service is asked for the job.`);
  try {
    return await findJobInTime(run);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const message = `${toSentence(reason)} The search for the job failed, too: ${reasonOf(error)}`;
    throw failAt({ kind: 'maybeSent' }, 'unreadable', message);
  }
}

/** Starts the job, by further attempts only if that cannot start it twice. */
export async function startJobOnce(run: JobRun): Promise<Started> {
  const { spec } = run.call;
  const { find, notFoundFor, unreachableFor, queue, start } = spec;
  const giveUpMs = Math.min(Date.now() + unreachableFor, run.deadlineMs);
  let waitMs = FIRST_WAIT_MS;
  // Once the service may have the start, a cancellation has to know the job.
  let maybeSent = false;
  const unlessSent = async <T>(work: () => Promise<T>): Promise<T> =>
    maybeSent ? CancellationScope.nonCancellable(work) : work();
  show('The job is being started.');
  for (;;) {
    const outcome = await unlessSent(async () => tryStart(run));
    if (outcome.kind === 'started') return { ...outcome, stage: queue ? 'queue' : 'poll' };
    if (outcome.kind === 'finished') return outcome;
    const { kind, reason } = outcome;
    if (kind === 'unknown') {
      maybeSent = true;
      const job = await unlessSent(async () => findLost(run, reason));
      if (job) return { kind: 'started', ...job, stage: stageOfFound(spec) };
      if (!start.idempotent) {
        const time = toDurationWords(notFoundFor);
        const searchNote = find
          ? ` The service was asked for the job for ${time}, and has none.`
          : '';
        throw failAt({ kind: 'maybeSent' }, 'unreadable', `${toSentence(reason)}${searchNote}`);
      }
    }
    const askedMs = kind === 'notStarted' ? (outcome.retryAfterMs ?? 0) : 0;
    const leftMs = Math.max(giveUpMs - Date.now(), 0);
    const again = `asked again at ${toClock(Date.now() + Math.max(waitMs, askedMs))}`;
    if (leftMs === 0 || askedMs > leftMs) {
      const fault = giveUpMs === run.deadlineMs ? 'late' : 'outOfReach';
      const wish = `It wants to be ${again}, which is too late`;
      const words = askedMs > leftMs ? `${toSentence(reason)} ${wish}` : reason;
      throw failAt({ kind: maybeSent ? 'maybeSent' : 'notSent' }, fault, words);
    }
    const pauseMs = Math.min(Math.max(waitMs, askedMs), leftMs);
    const isLong = pauseMs > LONG_WAIT_MS;
    show(`${toSentence(reason)} ${isLong ? `The service is ${again}.` : 'Trying again.'}`);
    await unlessSent(async () => sleep(pauseMs));
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  }
}
