import {
  ActivityExecutionStatus,
  PendingActivityState,
  WorkflowExecutionStatus,
} from '../link/proto-enums.js';

import type { ReadActivity } from './read-activity.js';

export type ActivityInfo = NonNullable<ReadActivity['info']>;

type Status = (typeof WorkflowExecutionStatus)[keyof typeof WorkflowExecutionStatus];

const STATUSES: ReadonlyMap<unknown, Status> = new Map([
  [
    ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_COMPLETED,
    WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED,
  ],
  [
    ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_FAILED,
    WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED,
  ],
  [
    ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_CANCELED,
    WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED,
  ],
  [
    ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TERMINATED,
    WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED,
  ],
  [
    ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TIMED_OUT,
    WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT,
  ],
]);

/** The status that a Workflow has in the same state. */
export function toWorkflowStatus({ status }: Pick<ActivityInfo, 'status'>): Status {
  return STATUSES.get(status) ?? WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
}

/** A request without a reason shows only until the end. */
export function isCancelRequested({ canceledReason, runState, status }: ActivityInfo): boolean {
  return (
    Boolean(canceledReason) ||
    runState === PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED ||
    status === ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_CANCELED
  );
}
