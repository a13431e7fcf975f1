import type { ShownPrincipal } from '../person/shown-principal.js';

import type { Question } from './question.js';

/** A task with open questions, as those see it who may answer: an approver sees no more of another owner's task. */
export interface AskedTask {
  readonly taskId: string;
  readonly toolName: string;
  readonly toolTitle?: string | undefined;
  /** The tool's caller. Absent: the viewer, or not recorded. */
  readonly calledBy?: ShownPrincipal | undefined;
  /** Time of the call, ISO 8601. */
  readonly createdAt: string;
  /** Start of the current state, ISO 8601. */
  readonly askedAt: string;
  /** The questions that the viewer may answer now; at least one. */
  readonly questions: readonly Question[];
  /** The Workflow's arguments, if the tool shows them. Absent in lists, above 64 KiB, and if they cannot be read. */
  readonly workflowArguments?: readonly unknown[] | undefined;
}

/** A task with open questions, and the role in which its viewer may answer them. */
export interface QueuedTask extends AskedTask {
  readonly role: 'owner' | 'approver';
}

/** Which of the running tasks were looked at, when there are too many for one page. */
export interface LookedAt {
  /** Number of the newest ones. */
  readonly newest: number;
  /** Number of older ones. */
  readonly older: number;
  /** The older ones are the oldest of all. */
  readonly areOldest: boolean;
  /** Number of all running tasks. Absent: Temporal does not tell. */
  readonly of?: number | undefined;
}

/** Running tasks that ask their viewer, as far as they were looked at: deadlines first, then what waits longest. */
export interface QueuePage {
  /** May be empty even if more pages follow. */
  readonly tasks: readonly QueuedTask[];
  /** Present unless all running tasks were looked at. */
  readonly lookedAt?: LookedAt | undefined;
  /** Number of tasks that were not read, although a declared question may be open. Absent: none. */
  readonly unread?: number | undefined;
  /** Leads to tasks between the newest and the oldest ones. Absent: there are no more. */
  readonly nextCursor?: string | undefined;
}
