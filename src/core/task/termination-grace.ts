import type { CancelSignalPayload } from '../contract.js';

/**
 * What the server and the Worker of this package agree on to end tasks that go on although they were cancelled: a
 * companion Workflow Execution for each, which waits for the time of grace and then terminates. The wait is
 * Temporal's, so it outlives every process of ours.
 *
 * Companions may be open while either side is upgraded, so names stay and shapes change by addition only.
 */

/** Task Queue of this package's own Workflows, in the namespace of the tasks. */
export const SYSTEM_TASK_QUEUE = 'temporal-mcp-tasks';
/** Workflow Type of the companions. Input: {@link GraceTarget}; it is started with the time of grace as its delay. */
export const GRACE_WORKFLOW_TYPE = 'terminateAfterGrace';

const COMPANION_PREFIX = 'mcp-grace-';

/** Workflow ID of a task's companion. It is no task ID, and starts like none: no list of tasks finds it. */
export function toCompanionId(taskId: string): string {
  return `${COMPANION_PREFIX}${taskId}`;
}

/** Which execution a companion is for. */
export interface GraceTarget {
  /** Workflow ID of the execution, which is the task's ID. */
  readonly taskId: string;
  /** First run of its chain: another chain with the same ID is left alone. */
  readonly firstRunId: string;
  /** How long it may take to stop once it was asked to, in milliseconds. */
  readonly graceMs: number;
  /** What tells it why, ahead of the cancellation request; absent when nothing does. */
  readonly signal?: { readonly name: string; readonly payload: CancelSignalPayload };
}

/** The argument of {@link GraceActivities.endExecution}. */
export interface EndExecutionInput extends GraceTarget {
  /** Whether to terminate a run that was not asked to stop, instead of asking it now. */
  readonly evenUnasked: boolean;
}

/** `ended`: it is closed now. `asked`: its current run had not been asked to stop, and has been now. */
export type EndExecutionOutcome = 'ended' | 'asked';

/** The Activities of the companions. */
export interface GraceActivities {
  /** Terminates an execution if it is still open. May be repeated any number of times. */
  endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome>;
}
