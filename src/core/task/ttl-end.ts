/**
 * What the server and the Worker of this package agree on to end tasks whose time to live is over: a companion Workflow
 * Execution for each task of a tool with `afterTtl`. It is started ahead of the task, so that none is left without, and knows
 * its task by what the task's own start says: `companionId` of `mcp.meta`.
 *
 * Companions may be open while either side is upgraded, so names stay and shapes change by addition only.
 */

/** What becomes of work that goes on when the time to live of its task is over. */
export type AfterTtl = 'leave' | 'cancel' | 'terminate';

/** Workflow Type of the companions. Input: {@link TtlTarget}; it is started with the time to live as its delay. */
export const TTL_WORKFLOW_TYPE = 'endAfterTtl';

const COMPANION_PREFIX = 'mcp-ttl-';
/** Leaves room in the 255 characters that SQL stores have for an ID. */
const MARK_LENGTH = 12;

/**
 * Workflow ID of the companion of one start. Another start under the same ID has another one.
 *
 * @param mark Something random, lower-case.
 */
export function toTtlCompanionId(taskId: string, mark: string): string {
  return `${COMPANION_PREFIX}${taskId}-${mark.slice(0, MARK_LENGTH)}`;
}

/** Whether a text is the Workflow ID of such a companion of a task: what a memo says may have been written by anybody. */
export function isTtlCompanionId(text: string, taskId: string): boolean {
  return text.startsWith(toTtlCompanionId(taskId, ''));
}

/** Which task a companion is for, and what becomes of it. */
export interface TtlTarget {
  /** Workflow ID of the execution, which is the task's ID. */
  readonly taskId: string;
  /** Its time to live, in milliseconds. */
  readonly ttlMs: number;
  readonly action: Exclude<AfterTtl, 'leave'>;
  /** The Signal that tells why, ahead of a cancellation request; absent when nothing does. */
  readonly cancelSignal?: string;
  /** How long after the request it is terminated if it goes on, in milliseconds. Absent: never. */
  readonly graceMs?: number;
}

/** The argument of {@link TtlActivities.endExpired}. */
export interface EndExpiredInput extends TtlTarget {
  /** Which of the two is done now. */
  readonly step: 'cancel' | 'terminate';
}

/** `gone`: it had ended, was never started, or is another one's. `done`: it was asked to stop, or terminated. */
export type EndExpiredOutcome = 'gone' | 'done';

/** The Activities of these companions. */
export interface TtlActivities {
  /** Ends an execution if it is still open and the companion's. May be repeated any number of times. */
  endExpired(input: EndExpiredInput): Promise<EndExpiredOutcome>;
}
