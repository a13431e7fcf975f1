import type { CancelSignalPayload } from '../contract.js';

/**
 * The agreement of server and Worker on tasks that go on after their cancellation. A companion Workflow Execution for
 * each waits for the grace time, then terminates the task. Temporal keeps the wait, so it outlives our processes.
 *
 * Companions may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */

/** Task Queue of this package's own Workflows, in the namespace of the tasks. */
export const SYSTEM_TASK_QUEUE = 'temporal-mcp-tasks';
/** Workflow Type of the companions. Input: {@link GraceTarget}; it is started with the time of grace as its delay. */
export const GRACE_WORKFLOW_TYPE = 'terminateAfterGrace';

const COMPANION_PREFIX = 'mcp-grace-';

/** Workflow ID of a task's companion. Its prefix differs from that of task IDs, so lists of tasks leave it out. */
export function toCompanionId(taskId: string): string {
  return `${COMPANION_PREFIX}${taskId}`;
}

/** The execution that a companion ends. */
export interface GraceTarget {
  /** Workflow ID of the execution, which is the task's ID. */
  readonly taskId: string;
  /** First run of its chain: another chain with the same ID is left alone. */
  readonly firstRunId: string;
  /** Time to stop after the request, in milliseconds. */
  readonly graceMs: number;
  /** The reason, sent ahead of the cancellation request. Absent: no reason is sent. */
  readonly signal?: { readonly name: string; readonly payload: CancelSignalPayload };
}

/** The argument of {@link GraceActivities.endExecution}. */
export interface EndExecutionInput extends GraceTarget {
  /** Terminate a run that was not asked to stop, instead of asking it now. */
  readonly evenUnasked: boolean;
}

/** `ended`: it is closed now. `asked`: its current run had not been asked to stop, and has been now. */
export type EndExecutionOutcome = 'ended' | 'asked';

/** The Activities of the companions. */
export interface GraceActivities {
  /** Terminates an execution if it is still open. May be repeated any number of times. */
  endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome>;
}
