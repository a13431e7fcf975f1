import { RetryState } from '@temporalio/common';
import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';

import { CANCELLED_FAILURE_TYPE } from '../../core/contract/contract.js';
import {
  type FollowOutcome,
  type JobActivities,
  JobFailureType,
  type JobIds,
} from '../contract/job-contract.js';
import { nameOfJob } from '../contract/job-ids.js';
import type { JobStage } from '../contract/job-spec.js';

import { CALL_MS, fail, FIRST, FIRST_WAIT_MS, type JobRun, reasonOf, RETRY } from './job-run.js';

/** Time without a sign of life after which a Worker is taken for dead, in milliseconds. */
const SILENCE_MS = 15_000;
/** Time for the result of a job that has succeeded, in milliseconds. */
const RESULT_MS = 24 * 60 * 60_000;

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

/** A job that was started, until its end. */
export class FollowedJob {
  readonly #run: JobRun;
  #ids: JobIds;
  #stage = 0;
  #sinceMs = Date.now();
  #stop: Stop | undefined;

  constructor(run: JobRun, ids: JobIds) {
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
      if (!stop) await this.#tellToStop(this.#toAsked(error));
      else if (isOver(error)) {
        throw stop.asked(`${stop.note} It has not ended yet (${nameOfJob(this.#ids)}).`);
      } else throw error;
      return undefined;
    }
  }

  /**
   * How the task ends once the job is told to stop: because of a cancellation, or at its limit.
   *
   * @throws The error, if it is neither.
   */
  #toAsked(error: unknown): Stop['asked'] {
    if (isCancellation(error)) {
      return (note) => (note === '' ? (error as Error) : fail(CANCELLED_FAILURE_TYPE, note));
    }
    if (!isOver(error)) throw error;
    const seconds = Math.round(this.#run.call.spec.limitMs / 1000);
    const message = `The job has not ended within its limit of ${seconds} seconds.`;
    return (note) => fail(JobFailureType.timedOut, `${message} ${note}`.trim());
  }

  /** Calls the cancellation of the service. */
  async #tellToStop(asked: Stop['asked']): Promise<void> {
    const cancel = this.#declared?.cancel;
    if (!cancel) {
      const note = `The service cannot cancel the job (${nameOfJob(this.#ids)}), so it keeps running there.`;
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
        `The service could not be told to stop the job (${nameOfJob(this.#ids)}): ${reasonOf(error)}.`,
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
      const message = `The job (${nameOfJob(this.#ids)}) has succeeded, but its result cannot be read: ${reasonOf(error)}.`;
      throw fail(JobFailureType.unreadable, message);
    }
  }
}
