/** `activity` of a tool: the Activity Type, and how the Standalone Activities behind its tasks are started. */
import type { CommonStart, WorkflowStart } from './workflow-start.js';

/** Absent from every Activity, so that readers of a start need not ask for its kind. */
type MembersOfWorkflows = Readonly<
  Partial<Record<Exclude<keyof WorkflowStart, keyof CommonStart | 'kind'>, undefined>>
>;

/** A limit on the whole Activity, or on each attempt, is present. */
export interface ActivityStart extends CommonStart, MembersOfWorkflows {
  readonly kind: 'activity';
  /** Limit of the whole Activity with its retries, in milliseconds. Absent: unlimited. */
  readonly scheduleToCloseTimeoutMs?: number | undefined;
  /** Limit of the wait for a Worker, in milliseconds. Absent: unlimited. */
  readonly scheduleToStartTimeoutMs?: number | undefined;
  /** Limit of one attempt, in milliseconds. Absent: that of the whole Activity. */
  readonly startToCloseTimeoutMs?: number | undefined;
  /**
   * Longest time between two heartbeats, in milliseconds. Absent: a lost Worker is noticed by the other limits only, a
   * cancellation reaches no attempt that runs, and progress stays unseen.
   */
  readonly heartbeatTimeoutMs?: number | undefined;
}
