import { RetryState } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';

import { CANCELLED_FAILURE_TYPE } from '../../core/contract/contract.js';
import { toSentence } from '../../core/value/sentence.js';
import type {
  CancelOutcome,
  FollowOutcome,
  JobActivities,
  JobIds,
  JobResult,
  NamedJob,
  Unread,
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
  isToldEnd,
  type JobRun,
  reasonOf,
  RETRY,
  show,
  toReturned,
} from './job-run.js';
import { findJobInTime } from './start-job-once.js';

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
  readonly answer: CancelOutcome['kind'];
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

/** The message of the last attempt. The SDK drops the cause of a time-out, which has it, and keeps it as Temporal sent it. */
function lastFailureOf({ cause }: ActivityFailure): string | undefined {
  if (cause instanceof ApplicationFailure) return cause.message;
  const inner = cause instanceof TimeoutFailure ? cause.failure?.cause : undefined;
  return inner?.applicationFailureInfo ? (inner.message ?? undefined) : undefined;
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
        isStopping: stop?.answer === 'accepted',
        note: stop?.note,
        untilMs,
      });
    try {
      return stop ? await CancellationScope.nonCancellable(work) : await work();
    } catch (error) {
      if (!stop) await this.#tellToStop(this.#toStopFailure(error));
      else if (isOver(error)) {
        throw stop.toFailure(`${stop.note} It has not ended yet (${nameOfJob(this.#ids)}).`);
      } else throw this.#withPlace(error);
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
    if (!isOver(error)) throw this.#withPlace(error);
    const seconds = Math.round(this.#run.call.spec.timeout / 1000);
    const seen = lastFailureOf(error);
    const last = seen ? ` Its last state: ${toSentence(seen)}` : '';
    const message = `The job has not ended within its limit of ${seconds} seconds.${last}`;
    return (note) => failAt({ kind: 'toldToStop', note }, 'late', message);
  }

  /** Says where the job is beside a failure of the Worker, which knows it not. */
  #withPlace(error: unknown): unknown {
    if (!(error instanceof ActivityFailure) || isToldEnd(error)) return error;
    return failAt({ kind: 'runs', ids: this.#ids }, 'unreadable', reasonOf(error));
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
        answer: answer.kind,
        note: isRefused
          ? `The job cannot be cancelled: ${toSentence(answer.reason)}`
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
      isLater && (await CancellationScope.nonCancellable(async () => findJobInTime(this.#run)));
    if (named) return this.#enter('poll', named);
    throw failAt({ kind: 'gone', ids: this.#ids, wasSeen }, 'refused', reason);
  }

  async #finish(outcome: Exclude<FollowOutcome, { kind: 'next' | 'gone' }>): Promise<unknown> {
    const { kind, word, named } = outcome;
    const stop = this.#stop;
    if (named) this.#learn(named);
    this.#sinceMs = Date.now();
    const hasStopped = stop?.answer === 'accepted' && this.#cancel?.endsAs.includes(word);
    if (stop && (kind === 'cancelled' || hasStopped)) throw stop.toFailure('');
    switch (kind) {
      case 'succeeded':
        return this.#succeed(outcome.result);
      case 'failed':
        throw await this.#toFailure(outcome.reason ?? `The job has ended as ${word}.`);
      case 'cancelled': {
        const why = outcome.reason === undefined ? '.' : `: ${outcome.reason}`;
        throw fail(CANCELLED_FAILURE_TYPE, `The job was cancelled at its service${why}`);
      }
    }
  }

  /** Says that a cancellation has not stopped the job; `undefined` without one. */
  #describeLate(end: 'succeeded' | 'failed'): string | undefined {
    if (!CancellationScope.current().consideredCancelled) return undefined;
    const name = nameOfJob(this.#ids);
    const ended = `${end}${name === '' ? '' : ` (${name})`}.`;
    switch (this.#stop?.answer) {
      case 'refused':
        return `The job could not be stopped, and has ${ended}`;
      case 'accepted':
        return `The job was told to stop, but has ${ended}`;
      case 'ended':
      case undefined:
        return `The cancellation came too late: the job has ${ended}`;
    }
  }

  async #succeed(seen: JobResult): Promise<unknown> {
    const result = resultRequestOf(this.#run.call.spec) ? await this.#fetchResult() : seen;
    const late = this.#describeLate('succeeded');
    if ('unread' in result) {
      const { kind, message } = result.unread;
      throw failAt({ kind: 'succeeded', ids: this.#ids, late }, kind, message);
    }
    if (late !== undefined) show(late);
    return toReturned(result);
  }

  async #toFailure(message: string): Promise<Error> {
    const log = this.#run.call.spec.failure ? await this.#fetchFailure() : null;
    const late = this.#describeLate('failed');
    const more =
      log === null || typeof log === 'string'
        ? log
        : `The job has failed, and its log cannot be read: ${toSentence(log.unread.message)}`;
    const words = more === null ? message : `${message}\n\n${more}`;
    return failAt({ kind: 'failed', ids: this.#ids, late }, 'refused', words);
  }

  async #fetchResult(): Promise<JobResult> {
    const note = 'The job has succeeded.';
    show(`${note} Its result is being fetched.`);
    const { fetchResult } = proxyActivities<JobActivities>({
      taskQueue: this.#run.taskQueue,
      startToCloseTimeout: CALL_MS,
      heartbeatTimeout: SILENCE_MS,
      scheduleToCloseTimeout: RESULT_MS,
      retry: RETRY,
    });
    const untilMs = Date.now() + RESULT_MS;
    try {
      return await CancellationScope.nonCancellable(async () =>
        fetchResult({ ...this.#place, note, untilMs }),
      );
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      return { unread: { kind: isOver(error) ? 'late' : 'unreadable', message: reasonOf(error) } };
    }
  }

  /** Reads why the job has failed. It only decorates the failure. */
  async #fetchFailure(): Promise<string | Unread | null> {
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
      if (!(error instanceof ActivityFailure)) throw error;
      return { unread: { kind: 'unreadable', message: reasonOf(error) } };
    }
  }
}
