import type { ShownPrincipal } from '../person/shown-principal.js';

import type { Question } from './question.js';

/** An approver's view of another owner's task with open questions. */
export interface AskedTask {
  readonly taskId: string;
  readonly toolName: string;
  readonly toolTitle?: string | undefined;
  /** The tool's caller. Absent: not recorded. */
  readonly calledBy?: ShownPrincipal | undefined;
  /** Time of the call, ISO 8601. */
  readonly createdAt: string;
  /** Start of the current state, ISO 8601. */
  readonly askedAt: string;
  /** The questions that the approver may answer now; at least one. */
  readonly questions: readonly Question[];
  /** The Workflow's arguments, if the tool shows them. Absent in lists, above 64 KiB, and if they cannot be read. */
  readonly workflowArguments?: readonly unknown[] | undefined;
}

/** A page of tasks with questions. */
export interface AskedPage {
  /** May be empty even if more pages follow. */
  readonly tasks: readonly AskedTask[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}
