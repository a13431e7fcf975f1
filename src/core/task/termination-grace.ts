import type { CancelSignalPayload } from '../contract/contract.js';

/**
 * The contract between server and Worker about tasks that run on after their cancellation. For each, a companion
 * Workflow Execution waits for the grace time, then terminates the task. Temporal keeps the wait, so it survives our
 * processes.
 *
 * Companions may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */

/** Task Queue of this package's own Workflows, in the namespace of the tasks. */
export const SYSTEM_TASK_QUEUE = 'temporal-mcp-tasks';
/** Workflow Type of the companions. Input: {@link GraceTarget}. It is started with the grace time as its delay. */
export const GRACE_WORKFLOW_TYPE = 'terminateAfterGrace';

/** The same for all requests to cancel an Activity: a repeated one has no further effect. */
export const CANCEL_REQUEST_ID = 'mcp-cancel';
/** The reason that Temporal records with a cancellation for which the client gives none. */
export const CANCEL_REASON = 'MCP client cancelled the task';

const COMPANION_PREFIX = 'mcp-grace-';

/** Workflow ID of a task's companion. Its prefix differs from that of task IDs, so lists of tasks leave it out. */
export function toCompanionId(taskId: string): string {
  return `${COMPANION_PREFIX}${taskId}`;
}

export interface GraceTarget {
  readonly taskId: string;
  /** First run of the task's chain. Other chains with the same ID are not terminated. */
  readonly firstRunId: string;
  /** Time to stop after the request, in milliseconds. */
  readonly graceMs: number;
  /** The reason, sent ahead of the cancellation request. Absent: no reason is sent. */
  readonly signal?: { readonly name: string; readonly payload: CancelSignalPayload } | undefined;
}

export interface EndExecutionInput extends GraceTarget {
  /** Terminates a run that was not asked to stop, instead of asking it first. */
  readonly evenUnasked: boolean;
}

/** `ended`: the execution is closed now. `asked`: this call asked its current run to stop, for the first time. */
export type EndExecutionOutcome = 'ended' | 'asked';

export interface GraceActivities {
  /** Terminates an execution if it is still open. May be repeated any number of times. */
  endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome>;
}
