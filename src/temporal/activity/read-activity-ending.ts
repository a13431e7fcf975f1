import { CancelledFailure } from '@temporalio/common';

import { ExecutionTimeout, toFailureText } from '../link/failure-outcome.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { toFailureError } from '../link/open-failure.js';
import type { PayloadReading } from '../link/payload-reader.js';
import { ActivityExecutionStatus, TimeoutType } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { isCancelRequested } from './activity-state.js';
import type { ReadActivity } from './read-activity.js';

/** Ends that follow from a cancellation, if one was requested: its Worker may be gone before it has obeyed. */
const STOPPED: readonly unknown[] = [
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_CANCELED,
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TERMINATED,
  ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TIMED_OUT,
];

const TIMEOUTS: ReadonlyMap<unknown, string> = new Map([
  [TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE, 'it did not end within its start-to-close timeout'],
  [
    TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START,
    'no worker took it within its schedule-to-start timeout',
  ],
  [
    TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE,
    'it did not end within its schedule-to-close timeout',
  ],
  [TimeoutType.TIMEOUT_TYPE_HEARTBEAT, 'its worker sent no heartbeat within its heartbeat timeout'],
]);

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
  const { timeoutType } = outcome?.failure?.timeoutFailureInfo ?? {};
  const why = TIMEOUTS.get(timeoutType) ?? 'it did not end in time';
  const last =
    failure?.cause instanceof Error ? ` Last failure: ${toFailureText(failure, 'activity')}` : '';
  const timeout = new ExecutionTimeout(`The activity timed out: ${why}.${last}`);
  return { kind: 'failure', failure: timeout };
}
