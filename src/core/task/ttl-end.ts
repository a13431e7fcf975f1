/**
 * The contract between server and Worker about tasks whose time to live is over. Each task of a tool with `ttlWhenOver`
 * has a companion Workflow Execution. The server starts the companion before the task, so that every task has one.
 * `companionId` in the task's `mcp.meta` names it.
 *
 * Companions may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */

/** The action on work that goes on after its task's time to live. */
export type WhenOver = 'leave' | 'cancel' | 'terminate';

/** Workflow Type of the companions. Input: {@link TtlTarget}. It is started with the time to live as its delay. */
export const TTL_WORKFLOW_TYPE = 'endAfterTtl';

const COMPANION_PREFIX = 'mcp-ttl-';
/** Short enough for the 255 characters that SQL stores allow for an ID. */
const MARK_LENGTH = 12;

/**
 * Workflow ID of the companion of one start. Each start under an ID has its own companion.
 *
 * @param mark A random text, lower-case.
 */
export function toTtlCompanionId(taskId: string, mark: string): string {
  return `${COMPANION_PREFIX}${taskId}-${mark.slice(0, MARK_LENGTH)}`;
}

/**
 * Returns true for the Workflow ID of this task's companion. The check is needed since any program can write a memo.
 */
export function isTtlCompanionId(text: string, taskId: string): boolean {
  return text.startsWith(toTtlCompanionId(taskId, ''));
}

/** The task of a companion, and the action on it. */
export interface TtlTarget {
  /** Workflow ID of the execution, which is the task's ID. */
  readonly taskId: string;
  /** The time to live, in milliseconds. */
  readonly ttlMs: number;
  readonly action: Exclude<WhenOver, 'leave'>;
  /** Name of the Signal that brings the reason, before a cancellation request. Absent: no Signal. */
  readonly cancelSignal?: string;
  /** Time from the request to the termination, in milliseconds. Absent: never terminated. */
  readonly graceMs?: number;
}

/** The argument of {@link TtlActivities.endExpired}. */
export interface EndExpiredInput extends TtlTarget {
  /** The current step. */
  readonly step: 'cancel' | 'terminate';
}

/**
 * `gone`: it had ended, was never started, or belongs to another start. `done`: it was asked to stop, or terminated.
 */
export type EndExpiredOutcome = 'gone' | 'done';

export interface TtlActivities {
  /** Ends an execution if it is still open and the companion's. May be repeated any number of times. */
  endExpired(input: EndExpiredInput): Promise<EndExpiredOutcome>;
}
