import { LRUCache } from 'lru-cache';

import { LIST_LAG_MS, LIST_OVERLAP_MS } from '../../../core/task/list-lag.js';
import type { ClosedPage, Tasks } from '../../../core/task/tasks.js';

/** Owners who are behind, and of whom a page is kept. */
const MAX_OWNERS = 1_000;

/** A page of the past, and where it begins. */
interface Kept {
  readonly fromMs: number;
  readonly page: ClosedPage;
}

/**
 * The closed tasks of an owner, for all subscriptions and polls of that owner. A reader far behind goes through a
 * page without a look for each step. Everything in it can be looked up again.
 */
export class ClosedFeed {
  readonly #tasks: Pick<Tasks, 'listClosed'>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({ max: MAX_OWNERS });
  /** Looks under way, by owner and where they begin. */
  readonly #looks = new Map<string, Promise<ClosedPage>>();

  constructor(tasks: Pick<Tasks, 'listClosed'>, now: () => number = Date.now) {
    this.#tasks = tasks;
    this.#now = now;
  }

  /** The tasks that have closed since an instant, up to a moment ago; fewer if there are many. */
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
        // Of what lies so far back, nothing more comes to light.
        const isPast = page.untilMs <= untilMs - LIST_OVERLAP_MS;
        if (isPast) this.#kept.set(owner, { fromMs, page });
        return page;
      })
      .finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    return look;
  }
}
