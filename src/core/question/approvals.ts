/** The questions of other people's tasks, for those who may answer them (`approvers` of a tool). */
import type { Identity } from '../person/caller.js';
import type { ShownPrincipal } from '../person/shown-principal.js';

import type { FirstAnswerQuery, AnswerResults, PastQuestion } from './answer-results.js';
import type { InputRequests } from './input-request.js';

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
  /** What may be answered now, by key; one at least. */
  readonly questions: InputRequests;
  /**
   * What the Workflow was started with, where the tool shows it. Only {@link Approvals.getAsked} reads it. Absent also where
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

/**
 * What others ask, for somebody who may answer. Whether they may, the tools say as they are now, at every call. What is
 * one's own is not here: `Tasks` has it. A task that is unknown, one's own, of a tool that has no such approver, or that
 * asks nothing any more, is the same: `taskNotFound`.
 *
 * Methods reject with a `TaskError`: besides those named also with `unavailable`, `misconfigured` and `internal`.
 */
export interface Approvals {
  /**
   * One page of what is asked, newest tasks first. Lists trail the truth by up to a second; what is shown was read now.
   *
   * @param options.cursor As returned by the page before. Default: the first page.
   * @throws {TaskError} `invalidCursor` when the cursor was not issued to this person; `busy` when too many lists are being
   * asked for.
   */
  listAsked(by: Identity, options?: { readonly cursor?: string }): Promise<AskedPage>;

  /** @throws {TaskError} `taskNotFound`. */
  getAsked(taskId: string, by: Identity): Promise<AskedTask>;

  /**
   * Gives answers to open questions, by key. Resolves once Temporal has them; the first answer to a key counts, and the
   * others are `tooLate`. The Workflow is told who has answered.
   *
   * @throws {TaskError} `taskNotFound` also when none of the keys is open any more; `invalidInput` when an answer does not fit
   * its question or is too large, and none of them is given then.
   */
  answerAsked(
    taskId: string,
    by: Identity,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults>;

  /**
   * Reads what became of a question after it was answered or withdrawn, also when the task has ended. The caller has to know
   * that the question was shown to this person.
   *
   * @throws {TaskError} `taskNotFound` also when the task has expired.
   */
  readPast(taskId: string, by: Identity, query: FirstAnswerQuery): Promise<PastQuestion>;
}

/** Approvals that hand every call on to others, which may yet have to be made. */
export function forwardApprovals(to: () => Promise<Approvals>): Approvals {
  return {
    listAsked: async (by, options) => (await to()).listAsked(by, options),
    getAsked: async (taskId, by) => (await to()).getAsked(taskId, by),
    answerAsked: async (taskId, by, responses) => (await to()).answerAsked(taskId, by, responses),
    readPast: async (taskId, by, query) => (await to()).readPast(taskId, by, query),
  };
}
