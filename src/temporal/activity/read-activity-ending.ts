import { CancelledFailure, TimeoutFailure } from '@temporalio/common';

import { ExecutionTimeout } from '../link/failure-outcome.js';
import { toFailureText } from '../link/failure-text.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { toFailureError } from '../link/open-failure.js';
import type { PayloadReading } from '../link/payload-reader.js';
import { ActivityExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { isCancelRequested } from './activity-state.js';
import type { ReadActivity } from './read-activity.js';

/** Ends that follow from a cancellation, if one was requested: its Worker may be gone before it has obeyed. */
const STOPPED: readonly unknown[] = [
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_CANCELED,
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TERMINATED,
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TIMED_OUT,
];

type ActivityEnding =
  | { readonly kind: 'returned'; readonly reading: PayloadReading }
  | { readonly kind: 'failure'; readonly failure: Error | undefined };

/**
 * The end of a Standalone Activity, from its describe.
 *
 * @throws {TaskError} `taskNotFound` if it has not closed.
 */
export async function readActivityEnding(
  calls: TemporalCalls,
  activityId: string,
  { info, outcome }: ReadActivity,
  what: string,
): Promise<ActivityEnding> {
  if (!info?.closeTime) throw taskNotFound();
  const { status } = info;
  if (status === ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_COMPLETED) {
    const [payload] = outcome?.result?.payloads ?? [];
    if (!payload) return { kind: 'returned', reading: { value: undefined } };
    const reading = await calls.payloads.read(payload, { workflowId: activityId, what });
    return { kind: 'returned', reading };
  }
  if (STOPPED.includes(status) && isCancelRequested(info)) {
    return { kind: 'failure', failure: new CancelledFailure(undefined) };
  }
  const failure = outcome?.failure && (await toFailureError(calls, outcome.failure, activityId));
  if (status !== ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TIMED_OUT) {
    return { kind: 'failure', failure: failure ?? undefined };
  }
  const late = failure ?? new TimeoutFailure(undefined, undefined, 'SCHEDULE_TO_CLOSE');
  return { kind: 'failure', failure: new ExecutionTimeout(toFailureText(late, 'activity')) };
}
