import type { StatusFacts, TaskStatus } from './task/task-status.js';

/** Differences between protocol revisions in reading a task. Each generation has its own. */
export interface Protocol {
  /** The revision's name on the wire, which the memo of each created task keeps. */
  readonly version: string;
  /** The task's status on the wire of this revision. */
  readonly toStatus: (facts: StatusFacts) => TaskStatus;
}
