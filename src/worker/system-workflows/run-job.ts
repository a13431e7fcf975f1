import { RetryState, TimeoutType } from '@temporalio/common';
import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';

import { CANCELLED_FAILURE_TYPE } from '../../core/contract/contract.js';
import {
  type FollowOutcome,
  type JobActivities,
  type JobCall,
  JobFailureType,
  type JobIds,
  type JobInput,
  type StartOutcome,
} from '../../core/job/job-contract.js';
import type { JobStage } from '../../core/job/job-spec.js';

/** Time for one call of a service, its credentials included, in milliseconds. */
const CALL_MS = 45_000;
/** Time without a sign of life after which a Worker is taken for dead, in milliseconds. */
const SILENCE_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;
/** Time for the result of a job that has succeeded, in milliseconds. */
const RESULT_MS = 24 * 60 * 60_000;

const RETRY = { initialInterval: FIRST_WAIT_MS, maximumInterval: '1 minute' } as const;
/** Where the service supports it, calls that begin or end a job come before those that follow others. */
const FIRST = { priorityKey: 1 };

interface Run {
  readonly call: JobCall;
  readonly taskQueue: string;
  /** Time at which the job is cancelled, in milliseconds of the epoch. */
  readonly deadlineMs: number;
}

function fail(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}

/** Names the job for people who look for it at its service. */
function nameOf(ids: JobIds): string {
  return Object.entries(ids)
    .map(([name, id]) => `${name} ${id}`)
    .join(', ');
}

/**
 * Runs a job of a service behind an HTTP API: starts it once, follows it to its end, and cancels it when the task is
 * cancelled or the limit is over. The Activities call the service.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function runJob({ tool, spec, input, taskQueue }: JobInput): Promise<unknown> {
  const { workflowId: taskId, firstExecutionRunId, attempt } = workflowInfo();
  const call = { tool, spec, input, taskId, key: `${taskId} ${firstExecutionRunId} ${attempt}` };
  const run = { call, taskQueue, deadlineMs: Date.now() + spec.limitMs };
  const started = await startOnce(run);
  if (started.kind === 'finished') return started.result;
  return new FollowedJob(run, started.ids).end();
}

type Started = Extract<StartOutcome, { kind: 'started' | 'finished' }>;

/**
 * Makes one attempt. Temporal never makes it again: after the death of a Worker, nobody knows if the service has the
 * start.
 */
async function tryStart({ call, taskQueue, deadlineMs }: Run): Promise<StartOutcome> {
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
      throw fail(JobFailureType.timedOut, 'No Worker has taken the start of the job in time.');
    }
    return { kind: 'unknown', reason: 'The Worker that was starting the job has ended' };
  }
}

/** The words of what an Activity has failed by. */
function reasonOf(error: ActivityFailure): string {
  return (error.cause?.message ?? error.message).replace(/\.$/, '');
}

/** Looks for a job whose start had no answer: at once, and when the service has had time to show it. */
async function findLost({ call, taskQueue }: Run): Promise<JobIds | null> {
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
    const message = `The start of the job had no answer, and it cannot be looked for: ${reasonOf(error)}. It may run.`;
    throw fail(JobFailureType.startUnknown, message);
  }
}

/** Starts the job, by further attempts only if that cannot start it twice. */
async function startOnce(run: Run): Promise<Started> {
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
        const message = `${reason}. So nobody knows if the job was started: look for it at its service before you call again.`;
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

/** An attempt to end the job before its own end. */
interface Stop {
  /** The failure with which the task ends, if the job does as it was told. */
  readonly asked: (note: string) => Error;
  /** The service has accepted it. */
  readonly isAccepted: boolean;
  /** The answer of the service, in words for people. */
  readonly note: string;
  readonly untilMs: number;
}

/** True if the time of an Activity is over, also if its next attempt would have come too late. */
function isOver(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    (error.cause instanceof TimeoutFailure || error.retryState === RetryState.TIMEOUT)
  );
}

class FollowedJob {
  readonly #run: Run;
  #ids: JobIds;
  #stage = 0;
  #sinceMs = Date.now();
  #stop: Stop | undefined;

  constructor(run: Run, ids: JobIds) {
    this.#run = run;
    this.#ids = ids;
  }

  async end(): Promise<unknown> {
    for (;;) {
      const outcome = await this.#follow();
      if (outcome?.kind === 'next') await this.#enterNext(outcome.ids);
      else if (outcome) return this.#finish(outcome);
    }
  }

  get #declared(): JobStage | undefined {
    return this.#run.call.spec.stages[this.#stage];
  }

  get #place() {
    const { call } = this.#run;
    return { ...call, stage: this.#stage, ids: this.#ids, sinceMs: this.#sinceMs };
  }

  /** Follows the job; `undefined` once it was told to stop. */
  async #follow(): Promise<FollowOutcome | undefined> {
    const { taskQueue, deadlineMs } = this.#run;
    const stop = this.#stop;
    const untilMs = stop?.untilMs ?? deadlineMs;
    const { followJob } = proxyActivities<JobActivities>({
      taskQueue,
      startToCloseTimeout: CALL_MS,
      heartbeatTimeout: SILENCE_MS,
      scheduleToCloseTimeout: Math.max(untilMs - Date.now(), FIRST_WAIT_MS),
      retry: RETRY,
    });
    const work = async (): Promise<FollowOutcome> =>
      followJob({
        ...this.#place,
        isStopping: stop?.isAccepted ?? false,
        ...(stop && { note: stop.note }),
        untilMs,
      });
    try {
      return stop ? await CancellationScope.nonCancellable(work) : await work();
    } catch (error) {
      if (stop && isOver(error)) {
        throw stop.asked(`${stop.note} But it has not ended yet (${nameOf(this.#ids)}).`);
      }
      if (stop) throw error;
      if (isCancellation(error)) {
        await this.#tellToStop((note) =>
          note === '' ? (error as Error) : fail(CANCELLED_FAILURE_TYPE, note),
        );
      } else if (isOver(error)) {
        const { limitMs } = this.#run.call.spec;
        const message = `The job has not ended within its limit of ${Math.round(limitMs / 1000)} seconds.`;
        await this.#tellToStop((note) =>
          fail(JobFailureType.timedOut, `${message} ${note}`.trim()),
        );
      } else {
        throw error;
      }
      return undefined;
    }
  }

  /** Calls the cancellation of the service. */
  async #tellToStop(asked: Stop['asked']): Promise<void> {
    const cancel = this.#declared?.cancel;
    if (!cancel) {
      const note = `Its service has no way to cancel the job (${nameOf(this.#ids)}), so it goes on there.`;
      throw asked(note);
    }
    const { taskQueue, deadlineMs } = this.#run;
    const { cancelJob } = proxyActivities<JobActivities>({
      taskQueue,
      startToCloseTimeout: CALL_MS,
      scheduleToCloseTimeout: cancel.withinMs,
      retry: RETRY,
      priority: FIRST,
    });
    try {
      const answer = await CancellationScope.nonCancellable(async () => cancelJob(this.#place));
      const isRefused = answer.kind === 'refused';
      this.#stop = {
        asked,
        isAccepted: answer.kind === 'accepted',
        note: isRefused
          ? `The job cannot be cancelled: ${answer.reason}.`
          : 'The job was told to stop.',
        // A job that cannot be cancelled is followed to its end, so that its result is not lost.
        untilMs: isRefused ? deadlineMs : Date.now() + cancel.withinMs,
      };
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      throw asked(
        `The service could not be told to stop the job (${nameOf(this.#ids)}): ${reasonOf(error)}.`,
      );
    }
  }

  /** The job goes on as another resource. It has to be told to stop there, too. */
  async #enterNext(ids: JobIds): Promise<void> {
    this.#ids = ids;
    this.#stage += 1;
    this.#sinceMs = Date.now();
    if (this.#stop) await this.#tellToStop(this.#stop.asked);
  }

  #finish(outcome: Exclude<FollowOutcome, { kind: 'next' }>): unknown {
    const { word } = outcome;
    const stop = this.#stop;
    if (outcome.kind === 'succeeded')
      return this.#run.call.spec.result ? this.#fetchResult() : outcome.result;
    const { reason } = outcome;
    const endsAs = this.#declared?.cancel?.endsAs ?? [];
    if (stop && (outcome.kind === 'cancelled' || (stop.isAccepted && endsAs.includes(word)))) {
      throw stop.asked('');
    }
    if (outcome.kind === 'cancelled') {
      const message = `The job was cancelled at its service${reason === undefined ? '.' : `: ${reason}`}`;
      throw fail(CANCELLED_FAILURE_TYPE, message);
    }
    const message = reason ?? `The job has ended as ${word}.`;
    throw fail(JobFailureType.failed, message);
  }

  async #fetchResult(): Promise<unknown> {
    const { fetchResult } = proxyActivities<JobActivities>({
      taskQueue: this.#run.taskQueue,
      startToCloseTimeout: CALL_MS,
      scheduleToCloseTimeout: RESULT_MS,
      retry: RETRY,
    });
    try {
      return await CancellationScope.nonCancellable(async () => fetchResult(this.#place));
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      const message = `The job (${nameOf(this.#ids)}) has succeeded, but its result cannot be read: ${reasonOf(error)}.`;
      throw fail(JobFailureType.unreadable, message);
    }
  }
}
