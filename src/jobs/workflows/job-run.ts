import { RawValue } from '@temporalio/common';
import { type ActivityFailure, ApplicationFailure, upsertMemo } from '@temporalio/workflow';

import { toWellFormed } from '../../core/value/exact-json.js';
import {
  JOB_MEMO_KEY,
  type JobCall,
  JobFailureType,
  type JobFaultKind,
  type JobResult,
  type Unread,
} from '../contract/job-contract.js';
import { type JobPlace, toJobFailure } from '../contract/job-fault.js';

/** Time for one call of a service, its credentials included, in milliseconds. */
export const CALL_MS = 45_000;
/** First wait before a call is made again, in milliseconds. */
export const FIRST_WAIT_MS = 1_000;
/** A value that cannot be encoded will not be at the next attempt, either. */
const ENCODING_FAILURES = ['ValueError', 'TypeError', 'RangeError', 'DataConverterError'];
export const RETRY = {
  initialInterval: FIRST_WAIT_MS,
  maximumInterval: '1 minute',
  nonRetryableErrorTypes: ENCODING_FAILURES,
} as const;
/** Where the service supports it, calls that begin or end a job come before those that follow others. */
export const FIRST = { priorityKey: 1 };

/** One run of a job. */
export interface JobRun {
  readonly call: JobCall;
  readonly taskQueue: string;
  /** Time at which the job is cancelled, in milliseconds of the epoch. */
  readonly deadlineMs: number;
}

export function fail(type: string, message: string): ApplicationFailure {
  // Half a character in it would end the Worker.
  return ApplicationFailure.create({ type, message: toWellFormed(message), nonRetryable: true });
}

/** What a Workflow returns, so that its caller gets the result as the service has written it. */
export function toReturned(result: Exclude<JobResult, Unread>): unknown {
  if ('value' in result) return result.value;
  const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const metadata = { encoding: toBytes('json/plain') };
  return RawValue.fromPayload({ metadata, data: toBytes(result.json) });
}

/** The end of a task whose job is at a place. */
export function failAt(place: JobPlace, kind: JobFaultKind, message: string): ApplicationFailure {
  const failure = toJobFailure(place, { kind, message });
  return fail(failure.type, failure.message);
}

/** Says where the job is, to people, while no poll does. */
export function show(status: string): void {
  upsertMemo({ [JOB_MEMO_KEY]: status });
}

/** True if an Activity has failed with the words of how the task ends. */
export function isToldEnd({ cause }: ActivityFailure): boolean {
  const types: readonly string[] = Object.values(JobFailureType);
  return cause instanceof ApplicationFailure && types.includes(cause.type ?? '');
}

/** The words of what an Activity has failed by. */
export function reasonOf(error: ActivityFailure): string {
  return (error.cause?.message ?? error.message).replace(/\.$/, '');
}
