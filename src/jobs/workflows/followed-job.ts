import { RetryState } from '@temporalio/common';
import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';

import { CANCELLED_FAILURE_TYPE } from '../../core/contract/contract.js';
import type {
  FollowOutcome,
  JobActivities,
  JobIds,
  JobResult,
  NamedJob,
} from '../contract/job-contract.js';
import { nameOfJob } from '../contract/job-ids.js';
import {
  type JobCancel,
  type JobStage,
  resultRequestOf,
  stageOfFound,
} from '../contract/job-spec.js';

import {
  CALL_MS,
  fail,
  failAt,
  FIRST,
  FIRST_WAIT_MS,
  type JobRun,
  reasonOf,
  RETRY,
  show,
  toReturned,
} from './job-run.js';
import { findJob } from './start-job-once.js';

/** Time without a sign of life after which a Worker is taken for dead, in milliseconds. */
const SILENCE_MS = 15_000;
/** Time for the result of a job that has succeeded, in milliseconds. */
const RESULT_MS = 24 * 60 * 60_000;
/** Time for the reason of a failure, in milliseconds. */
const FAILURE_MS = 2 * 60_000;

/** An attempt to end the job before its own end. */
interface Stop {
  /** Makes the failure with which the task ends once the job has stopped. */
  readonly toFailure: (note: string) => Error;
  /** The service has accepted it. */
  readonly isAccepted: boolean;
  /** The answer of the service, in words for people. */
  readonly note: string;
  readonly untilMs: number;
}

/** True if the time of an Activity is over, also if its next attempt would have come too late. */
function isOver(error: unknown): error is ActivityFailure {
  return (
    error instanceof ActivityFailure &&
    (error.cause instanceof TimeoutFailure || error.retryState === RetryState.TIMEOUT)
  );
}

/** A job that was started, until its end. */
export class FollowedJob {
  readonly #run: JobRun;
  #ids: JobIds = {};
  #from: Readonly<Record<string, string>> = {};
  #stage: JobStage;
  #sinceMs = Date.now();
  #stop: Stop | undefined;

  constructor(run: JobRun, { stage, ...named }: NamedJob & { readonly stage: JobStage }) {
    this.#run = run;
    this.#stage = stage;
    this.#learn(named);
    this.#showStarted();
  }

  async end(): Promise<unknown> {
    for (;;) {
      const outcome = await this.#follow();
      if (outcome?.kind === 'next') await this.#enter('poll', outcome);
      else if (outcome?.kind === 'gone') await this.#findAgain(outcome);
      else if (outcome) return this.#finish(outcome);
    }
  }

  get #cancel(): JobCancel | undefined {
    const { queue, cancel } = this.#run.call.spec;
    return this.#stage === 'queue' ? queue?.cancel : cancel;
  }

  get #place() {
    const { call } = this.#run;
    return {
      ...call,
      stage: this.#stage,
      ids: this.#ids,
      from: this.#from,
      sinceMs: this.#sinceMs,
    };
  }

  #learn({ ids, from }: NamedJob): void {
    this.#ids = { ...this.#ids, ...ids };
    const addresses = Object.fromEntries(Object.keys(ids).map((name) => [name, from]));
    this.#from = { ...this.#from, ...addresses };
  }

  #showStarted(): void {
    show(`The job was started (${nameOfJob(this.#ids)}).`);
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
        note: stop?.note,
        untilMs,
      });
    try {
      return stop ? await CancellationScope.nonCancellable(work) : await work();
    } catch (error) {
      if (!stop) await this.#tellToStop(this.#toStopFailure(error));
      else if (isOver(error)) {
        throw stop.toFailure(`${stop.note} It has not ended yet (${nameOfJob(this.#ids)}).`);
      } else throw error;
      return undefined;
    }
  }

  /**
   * How the task ends once the job is told to stop: because of a cancellation, or at its limit.
   *
   * @throws The error, if it is neither.
   */
  #toStopFailure(error: unknown): Stop['toFailure'] {
    if (isCancellation(error)) {
      return (note) => (note === '' ? (error as Error) : fail(CANCELLED_FAILURE_TYPE, note));
    }
    if (!isOver(error)) throw error;
    const seconds = Math.round(this.#run.call.spec.timeout / 1000);
    const message = `The job has not ended within its limit of ${seconds} seconds.`;
    return (note) => failAt({ kind: 'toldToStop', note }, 'late', message);
  }

  /** Calls the cancellation of the service. */
  async #tellToStop(toFailure: Stop['toFailure']): Promise<void> {
    const cancel = this.#cancel;
    if (!cancel) {
      const note = `The service cannot cancel the job (${nameOfJob(this.#ids)}), so it keeps running there.`;
      throw toFailure(note);
    }
    const { taskQueue, deadlineMs, call } = this.#run;
    show('The service is told to stop the job.');
    const { cancelJob } = proxyActivities<JobActivities>({
      taskQueue,
      startToCloseTimeout: CALL_MS,
      scheduleToCloseTimeout: call.spec.unreachableFor,
      retry: RETRY,
      priority: FIRST,
    });
    try {
      const answer = await CancellationScope.nonCancellable(async () => cancelJob(this.#place));
      const isRefused = answer.kind === 'refused';
      this.#stop = {
        toFailure,
        isAccepted: answer.kind === 'accepted',
        note: isRefused
          ? `The job cannot be cancelled: ${answer.reason}.`
          : 'The job was told to stop.',
        // A job that cannot be cancelled is followed to its end, so that its result is not lost.
        untilMs: isRefused ? deadlineMs : Date.now() + cancel.within,
      };
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      throw toFailure(
        `The service could not be told to stop the job (${nameOfJob(this.#ids)}): ${reasonOf(error)}.`,
      );
    }
  }

  /** The job continues as another resource, and has to be stopped there, too. */
  async #enter(stage: JobStage, named: NamedJob): Promise<void> {
    this.#learn(named);
    this.#showStarted();
    this.#stage = stage;
    this.#sinceMs = Date.now();
    if (this.#stop) await this.#tellToStop(this.#stop.toFailure);
  }

  /** The service has forgotten the job of this stage. It may show the one of a later stage. */
  async #findAgain({ reason, wasSeen }: Extract<FollowOutcome, { kind: 'gone' }>): Promise<void> {
    const { spec } = this.#run.call;
    const isLater = spec.find && this.#stage === 'queue' && stageOfFound(spec) === 'poll';
    const named =
      isLater && (await CancellationScope.nonCancellable(async () => findJob(this.#run)));
    if (named) return this.#enter('poll', named);
    throw failAt({ kind: 'gone', ids: this.#ids, wasSeen }, 'refused', reason);
  }

  async #finish(outcome: Exclude<FollowOutcome, { kind: 'next' | 'gone' }>): Promise<unknown> {
    const { word, named } = outcome;
    const { spec } = this.#run.call;
    const stop = this.#stop;
    if (named) this.#learn(named);
    this.#sinceMs = Date.now();
    if (outcome.kind === 'succeeded')
      return toReturned(resultRequestOf(spec) ? await this.#fetchResult() : outcome.result);
    const { reason } = outcome;
    const endsAs = this.#cancel?.endsAs ?? [];
    if (stop && (outcome.kind === 'cancelled' || (stop.isAccepted && endsAs.includes(word)))) {
      throw stop.toFailure('');
    }
    if (outcome.kind === 'cancelled') {
      const message = `The job was cancelled at its service${reason === undefined ? '.' : `: ${reason}`}`;
      throw fail(CANCELLED_FAILURE_TYPE, message);
    }
    const message = reason ?? `The job has ended as ${word}.`;
    const log = spec.failure ? await this.#fetchFailure() : null;
    const words = log === null ? message : `${message}\n\n${log}`;
    throw failAt({ kind: 'failed', ids: this.#ids }, 'refused', words);
  }

  async #fetchResult(): Promise<JobResult> {
    show('The job has succeeded. Its result is being fetched.');
    const { fetchResult } = proxyActivities<JobActivities>({
      taskQueue: this.#run.taskQueue,
      startToCloseTimeout: CALL_MS,
      scheduleToCloseTimeout: RESULT_MS,
      retry: RETRY,
    });
    try {
      return await CancellationScope.nonCancellable(async () => fetchResult(this.#place));
    } catch (error) {
      if (!isOver(error)) throw error;
      throw failAt({ kind: 'succeeded', ids: this.#ids }, 'late', reasonOf(error));
    }
  }

  /** Reads why the job has failed. It only decorates the failure. */
  async #fetchFailure(): Promise<string | null> {
    show('The job has failed. Its reason is being fetched.');
    const { fetchFailure } = proxyActivities<JobActivities>({
      taskQueue: this.#run.taskQueue,
      startToCloseTimeout: CALL_MS,
      scheduleToCloseTimeout: FAILURE_MS,
      retry: RETRY,
    });
    try {
      return await CancellationScope.nonCancellable(async () => fetchFailure(this.#place));
    } catch (error) {
      if (error instanceof ActivityFailure) return null;
      throw error;
    }
  }
}
