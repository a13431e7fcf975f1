import type { StatusFacts, TaskStatus } from './task/task-status.js';

/** Differences between protocol revisions in reading a task. Each generation has its own. */
export interface Protocol {
  /** The revision as it stands on the wire. It is written into the memo of every task that is created under it. */
  readonly version: string;
  /** The task's status on the wire of this revision. */
  readonly toStatus: (facts: StatusFacts) => TaskStatus;
}
