import { LRUCache } from 'lru-cache';

import { LIST_LAG_MS, LIST_OVERLAP_MS } from '../../../core/task/list-lag.js';
import type { ClosedPage, Tasks } from '../../../core/task/tasks.js';

/** Maximum number of owners for whom a past page is kept. */
const MAX_OWNERS = 1_000;

/** A page of past closes, and its start. */
interface Kept {
  readonly fromMs: number;
  readonly page: ClosedPage;
}

/**
 * The closed tasks of an owner, for all subscriptions and polls of that owner. A kept page saves a reader that is far
 * behind a list call for each step. A lost page can be read again.
 */
export class ClosedFeed {
  readonly #tasks: Pick<Tasks, 'listClosed'>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({ max: MAX_OWNERS });
  /** Running list calls, by owner and start. */
  readonly #looks = new Map<string, Promise<ClosedPage>>();

  constructor(tasks: Pick<Tasks, 'listClosed'>, now: () => number = Date.now) {
    this.#tasks = tasks;
    this.#now = now;
  }

  /** The tasks that have closed since an instant, up to a second ago. Fewer if there are many. */
  async read(owner: string, fromMs: number): Promise<ClosedPage> {
    const kept = this.#kept.get(owner);
    const isWithin = kept && kept.fromMs <= fromMs && fromMs + LIST_OVERLAP_MS < kept.page.untilMs;
    if (!isWithin) return this.#look(owner, fromMs);
    const executions = kept.page.executions.filter(({ closedAtMs }) => closedAtMs >= fromMs);
    return { ...kept.page, executions };
  }

  async #look(owner: string, fromMs: number): Promise<ClosedPage> {
    const key = JSON.stringify([owner, fromMs]);
    const underWay = this.#looks.get(key);
    if (underWay) return underWay;
    const untilMs = Math.max(fromMs, this.#now() - LIST_LAG_MS);
    const look = this.#tasks
      .listClosed(owner, { fromMs, untilMs })
      .then((page) => {
        // Lists are complete for times so long ago, so the page can be kept.
        const isPast = page.untilMs <= untilMs - LIST_OVERLAP_MS;
        if (isPast) this.#kept.set(owner, { fromMs, page });
        return page;
      })
      .finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    return look;
  }
}
