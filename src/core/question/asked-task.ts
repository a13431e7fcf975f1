/** The tasks of others, as their approvers see them. */
import type { ShownPrincipal } from '../person/shown-principal.js';

import type { InputRequest } from './input-request.js';

/** A task of somebody else's that asks something: all that an approver sees of it. */
export interface AskedTask {
  readonly taskId: string;
  readonly toolName: string;
  readonly toolTitle?: string;
  /** Who has called the tool. Absent: nobody has written it down. */
  readonly calledBy?: ShownPrincipal;
  /** When it was called, ISO 8601. */
  readonly createdAt: string;
  /** Since when it shows what it shows, ISO 8601. */
  readonly askedAt: string;
  /** What may be answered now, by key; one at least. `lostAnswers` counts answers that have changed nothing. */
  readonly questions: Readonly<Record<string, InputRequest & { readonly lostAnswers?: number }>>;
  /**
   * What the Workflow was started with, where the tool shows it. A list leaves it out. Absent also where
   * it is larger than 64 KiB, or cannot be read.
   */
  readonly workflowArguments?: readonly unknown[];
}

/** Some of them. */
export interface AskedPage {
  /** It may be empty although there are more. */
  readonly tasks: readonly AskedTask[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}
