import type { StatusFacts, TaskStatus } from './task/task-status.js';

/** What differs between protocol revisions in reading a task. Each generation has one of its own. */
export interface Protocol {
  /** The revision as it stands on the wire. It is written into the memo of every task that is created under it. */
  readonly version: string;
  /** The status that a client of this revision is told. */
  readonly toStatus: (facts: StatusFacts) => TaskStatus;
}
