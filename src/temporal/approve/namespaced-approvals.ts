import { isTaskGone } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import type {
  FirstAnswerQuery,
  AnswerResults,
  PastQuestion,
} from '../../core/question/answer-results.js';
import type { AskedPage, AskedTask } from '../../core/question/asked-task.js';
import type { Approvals } from '../../core/task/approvals.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { mergePages } from '../list/merged-pages.js';

interface Found<Result> {
  readonly approvals: Approvals;
  readonly result: Result;
}

/** The approvals in each of a caller's namespaces, by name; at least one. */
export type OpenApprovals = (by: Caller) => Promise<readonly (readonly [string, Approvals])[]>;

/**
 * Joins the approvals of several namespaces. A task ID does not show an approver its namespace, so all are asked. A
 * tenant has one namespace, and only that one is asked.
 */
export class NamespacedApprovals implements Approvals {
  readonly #open: OpenApprovals;

  constructor(open: OpenApprovals) {
    this.#open = open;
  }

  async listAsked(by: Caller, { cursor }: { readonly cursor?: string } = {}): Promise<AskedPage> {
    return mergePages(await this.#open(by), cursor, {
      list: async (one, from) => one.listAsked(by, from === undefined ? {} : { cursor: from }),
      order: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
    });
  }

  async getAsked(taskId: string, by: Caller): Promise<AskedTask> {
    return (await this.#find(by, async (one) => one.getAsked(taskId, by))).result;
  }

  async answerAsked(
    taskId: string,
    by: Caller,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults> {
    const { approvals } = await this.#find(by, async (one) => one.getAsked(taskId, by));
    return approvals.answerAsked(taskId, by, responses);
  }

  async readPast(taskId: string, by: Caller, query: FirstAnswerQuery): Promise<PastQuestion> {
    return (await this.#find(by, async (one) => one.readPast(taskId, by, query))).result;
  }

  /** Asks all namespaces for any ID. If one does not answer, it might have the task: then its error is thrown. */
  async #find<Result>(
    by: Caller,
    read: (approvals: Approvals) => Promise<Result>,
  ): Promise<Found<Result>> {
    const all = await this.#open(by);
    const looks = await Promise.allSettled(
      all.map(async ([, approvals]): Promise<Found<Result>> => {
        return { approvals, result: await read(approvals) };
      }),
    );
    const found = looks.find((look) => look.status === 'fulfilled');
    if (found) return found.value;
    const failed = looks.find((look) => look.status === 'rejected' && !isTaskGone(look.reason));
    throw failed?.status === 'rejected' ? failed.reason : taskNotFound();
  }
}
