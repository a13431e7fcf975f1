/** The questions of other people's tasks, for those who may answer them (`approvers` of a tool). */
import type { Caller } from '../person/caller.js';
import type { AnswerResults, FirstAnswerQuery, PastQuestion } from '../question/answer-results.js';
import type { AskedPage, AskedTask } from '../question/asked-task.js';

import type { Tasks } from './tasks.js';
import { asApprover } from './viewer.js';

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
  listAsked(by: Caller, options?: { readonly cursor?: string }): Promise<AskedPage>;

  /** @throws {TaskError} `taskNotFound`. */
  getAsked(taskId: string, by: Caller): Promise<AskedTask>;

  /**
   * Gives answers to open questions, by key. Resolves once Temporal has them; the first answer to a key counts, and the
   * others are `tooLate`. The Workflow is told who has answered.
   *
   * @throws {TaskError} `taskNotFound` also when none of the keys is open any more; `invalidInput` when an answer does not fit
   * its question or is too large, and none of them is given then.
   */
  answerAsked(
    taskId: string,
    by: Caller,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults>;

  /**
   * Reads what became of a question after it was answered or withdrawn, also when the task has ended. The caller has to know
   * that the question was shown to this person.
   *
   * @throws {TaskError} `taskNotFound` also when the task has expired.
   */
  readPast(taskId: string, by: Caller, query: FirstAnswerQuery): Promise<PastQuestion>;
}

/** The same calls of the task port, for a page or a bot of one's own. */
export function toApprovals(tasks: Pick<Tasks, 'get' | 'list' | 'answer' | 'readPast'>): Approvals {
  return {
    listAsked: async (by, options) => tasks.list(asApprover(by), options),
    getAsked: async (taskId, by) => tasks.get(taskId, asApprover(by)),
    answerAsked: async (taskId, by, responses) => tasks.answer(taskId, asApprover(by), responses),
    readPast: async (taskId, by, query) => tasks.readPast(taskId, asApprover(by), query),
  };
}
