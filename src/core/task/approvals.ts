import type { Caller } from '../person/caller.js';
import type { AnswerResults } from '../question/answer-results.js';
import type { AskedTask, QueuePage } from '../question/asked-task.js';
import type { DecidedQuestion } from '../question/decision.js';

import type { Tasks } from './tasks.js';
import { asApprover } from './viewer.js';

/**
 * Questions of other owners' tasks, for an approver. Each call checks the tools' current approvers. The error is
 * `taskNotFound` in all these cases: an unknown task, the caller's own task, no open questions, no permission.
 *
 * Methods reject with a `TaskError`: the named codes, and `unavailable`, `misconfigured` and `internal`.
 */
export interface Approvals {
  /**
   * Lists tasks with questions: deadlines first, then what waits longest. It looks at the 1,000 newest running tasks, or
   * at the newest and the oldest ones, and `lookedAt` says so. Lists lag behind by up to a second.
   *
   * @param options.cursor The cursor of the previous page, for tasks that it has not looked at. Default: the first page.
   * @throws {TaskError} `invalidCursor` for a cursor of another person; `busy` when too many lists run.
   */
  listAsked(by: Caller, options?: { readonly cursor?: string | undefined }): Promise<QueuePage>;

  /** @throws {TaskError} `taskNotFound`. */
  getAsked(taskId: string, by: Caller): Promise<AskedTask>;

  /**
   * Answers open questions, by key. Resolves once Temporal has the answers. The first answer to a key counts; later
   * ones are `tooLate`. The Workflow learns who has answered.
   *
   * @throws {TaskError} `taskNotFound` also if no key is still open. `invalidInput` for an answer that does not
   * fit or is too large; then none is given.
   */
  answerAsked(
    taskId: string,
    by: Caller,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults>;

  /**
   * Reads what became of a question: the answer that counts with its sender, time and place. Also of an ended task.
   *
   * @throws {TaskError} `taskNotFound` also for an expired task.
   */
  readDecision(taskId: string, by: Caller, key: string): Promise<DecidedQuestion>;
}

/** Offers an approver's calls of the task port to a page or a bot outside this package. */
export function toApprovals(
  tasks: Pick<Tasks, 'get' | 'listQueue' | 'answer' | 'readDecision'>,
): Approvals {
  return {
    listAsked: async (by, options) => tasks.listQueue([asApprover(by)], options),
    getAsked: async (taskId, by) => tasks.get(asApprover(by), taskId),
    answerAsked: async (taskId, by, responses) =>
      tasks.answer(asApprover(by), taskId, responses, { answeredIn: { kind: 'program' } }),
    readDecision: async (taskId, by, key) => tasks.readDecision(asApprover(by), taskId, key),
  };
}
