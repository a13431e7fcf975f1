/** `activity` of a tool: the Activity Type, and how the Standalone Activities behind its tasks are started. */
import type { CommonStart, WorkflowStart } from './workflow-start.js';

/** Absent from every Activity, so that readers of a start need not ask for its kind. */
type MembersOfWorkflows = Readonly<
  Partial<Record<Exclude<keyof WorkflowStart, keyof CommonStart | 'kind'>, undefined>>
>;

/** A limit on the whole Activity, or on each attempt, is present. */
export interface ActivityStart extends CommonStart, MembersOfWorkflows {
  readonly kind: 'activity';
  /** Limit of the whole Activity with its retries, in milliseconds. `null`: unlimited. Absent: {@link toWholeLimitMs}. */
  readonly scheduleToCloseTimeoutMs?: number | null | undefined;
  /** Limit of the wait for a Worker, in milliseconds. Absent: unlimited. */
  readonly scheduleToStartTimeoutMs?: number | undefined;
  /** Limit of one attempt, in milliseconds. Absent: that of the whole Activity. */
  readonly startToCloseTimeoutMs?: number | undefined;
  /**
   * Longest time between two heartbeats, in milliseconds. `null` or absent: a lost Worker is noticed by the other limits
   * only, a cancellation reaches no attempt that runs, and progress stays unseen. `null` says that this is meant.
   */
  readonly heartbeatTimeoutMs?: number | null | undefined;
}

/** Least default limit of a whole Activity, in milliseconds. */
const WHOLE_MS = 24 * 60 * 60_000;

/** The limit of a whole Activity, in milliseconds: retries end, even if nobody has said when. `undefined`: none. */
export function toWholeLimitMs(
  { scheduleToCloseTimeoutMs: own, startToCloseTimeoutMs = 0 }: ActivityStart,
  delayMs = 0,
): number | undefined {
  if (own !== undefined) return own ?? undefined;
  return Math.max(WHOLE_MS, 2 * startToCloseTimeoutMs) + delayMs;
}
