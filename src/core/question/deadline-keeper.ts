/**
 * The contract between the server and the Worker that keeps deadlines. Each task of a tool whose questions are declined
 * when their time is over has a keeper, a Workflow Execution that the server starts before the task.
 *
 * Keepers may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */

/** Workflow Type of the keepers, on the Task Queue of this package's own Workflows. Input: {@link KeeperInput}. */
export const KEEPER_WORKFLOW_TYPE = 'keepDeadlines';

/** Task Queue of the Activities for one manifest, in the namespace of the tasks. */
export function toKeeperTaskQueue(serverName: string): string {
  return `temporal-mcp-tasks deadlines of ${serverName}`;
}

/**
 * Workflow ID of the keeper of one start. Its prefix differs from that of task IDs.
 *
 * @param mark A random text, since each start under an ID has its own keeper.
 */
export function toKeeperId(taskId: string, mark: string): string {
  return `mcp-deadlines-${taskId}-${mark}`;
}

export interface KeeperInput {
  readonly taskId: string;
  readonly toolName: string;
  /** `createdAt` of the task, which tells it from other tasks under its ID. */
  readonly createdAt: string;
  /** Task Queue of the Activities. */
  readonly taskQueue: string;
  /** Keys of the open questions that were declined. Absent: the keeper begins. */
  readonly declinedKeys?: readonly string[] | undefined;
  /** Keys of the questions that an earlier look has seen open. Absent: none. */
  readonly seenKeys?: readonly string[] | undefined;
}

export interface DeclineInput extends Omit<KeeperInput, 'taskQueue'> {
  readonly declinedKeys: readonly string[];
  readonly waitMs: number;
}

export interface Declined {
  /** Keys of the open questions that were declined, now or before. */
  readonly declinedKeys: readonly string[];
  /** Keys of all open questions. Absent: the look has ended without a reading. */
  readonly seenKeys?: readonly string[] | undefined;
  /** The task has ended. */
  readonly isOver: boolean;
}

export interface KeeperActivities {
  /**
   * Waits until the time for a question of a task is over, and declines the question if it is still open. May be repeated
   * any number of times: Temporal takes one answer to a key.
   */
  declineOverdue(input: DeclineInput): Promise<Declined>;
}

export interface Look {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Temporal's time, in milliseconds since the epoch: the clock of a Worker may be wrong. */
  readonly nowMs: () => number;
}

/** Keeps deadlines: the Activities without Temporal's SDK. */
export interface DeadlineKeeper {
  /**
   * @throws {Error} If the task cannot be read or answered now, or its tool is unknown here.
   */
  readonly declineOverdue: (input: DeclineInput, look: Look) => Promise<Declined>;
}
