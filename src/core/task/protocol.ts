import type { StatusFacts, TaskStatus } from './task-status.js';

/** The parts of reading a task that depend on the protocol revision. Each generation implements them. */
export interface Protocol {
  /** The revision's name on the wire, which the memo of each created task keeps. */
  readonly version: string;
  readonly toStatus: (facts: StatusFacts) => TaskStatus;
}
