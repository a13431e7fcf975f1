import type { Approvals, AskedPage, AskedTask } from '../core/approvals.js';
import type { Identity } from '../core/caller.js';
import { isTaskGone } from '../core/errors.js';

import { taskNotFound } from './from-temporal-error.js';
import { decodeCursors, encodeCursors } from './namespace-cursors.js';

interface Found {
  readonly approvals: Approvals;
  readonly task: AskedTask;
}

/** What is asked in several namespaces, as if it were one. No ID says to an approver in which of them its task is. */
export class NamespacedApprovals implements Approvals {
  readonly #all: ReadonlyMap<string, Approvals>;

  /** @param all By the name that tools call each namespace by. */
  constructor(all: ReadonlyMap<string, Approvals>) {
    this.#all = all;
  }

  /** A page of each namespace, together. */
  async listAsked(by: Identity, { cursor }: { readonly cursor?: string } = {}): Promise<AskedPage> {
    const cursors = cursor === undefined ? undefined : decodeCursors(cursor);
    const wanted = [...this.#all].filter(([name]) => !cursors || Object.hasOwn(cursors, name));
    const pages = await Promise.all(
      wanted.map(async ([name, one]) => {
        const from = cursors?.[name];
        const page = await one.listAsked(by, cursors ? { cursor: String(from) } : {});
        return [name, page] as const;
      }),
    );
    const next = pages.flatMap(([name, { nextCursor }]) =>
      nextCursor === undefined ? [] : [[name, nextCursor] as const],
    );
    return {
      tasks: pages
        .flatMap(([, { tasks }]) => tasks)
        .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
      ...(next.length > 0 && { nextCursor: encodeCursors(next) }),
    };
  }

  async getAsked(taskId: string, by: Identity): Promise<AskedTask> {
    return (await this.#find(taskId, by)).task;
  }

  async answerAsked(
    taskId: string,
    by: Identity,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { approvals } = await this.#find(taskId, by);
    await approvals.answerAsked(taskId, by, responses);
  }

  /** All are asked, whatever the ID. One that cannot be asked might have it. */
  async #find(taskId: string, by: Identity): Promise<Found> {
    const looks = await Promise.allSettled(
      Array.from(this.#all.values(), async (approvals): Promise<Found> => {
        return { approvals, task: await approvals.getAsked(taskId, by) };
      }),
    );
    const found = looks.find((look) => look.status === 'fulfilled');
    if (found) return found.value;
    const failed = looks.find((look) => look.status === 'rejected' && !isTaskGone(look.reason));
    throw failed?.status === 'rejected' ? failed.reason : taskNotFound();
  }
}
