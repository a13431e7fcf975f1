import type { Logger } from '../../core/logger.js';
import type { ClosedExecution, ClosedPage, ClosedQuery } from '../../core/task/tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import type { NamespaceRetention } from '../namespace-retention.js';
import type { Adoption } from '../task/adoption.js';

import type { ClosedRow } from './closed-window.js';
import type { TaskLister } from './list-tasks.js';
import { mergeClosed } from './merge-closed.js';
import type { OwnedRows } from './owned-rows.js';
import { SharedClosed } from './shared-closed.js';
import { toClosedAtMs, VisibilityPages } from './visibility-pages.js';

/** Visibility calls per second for owners' own searches, in addition to those for lists. */
const CALLS_PER_SECOND = 2;
/** Visibility calls per second for reads shared by all owners, for each kind of rows. */
const SHARED_CALLS_PER_SECOND = 2;
const PAGE_SIZE = 500;
/**
 * Minimum interval of searches for an owner whose executions the shared reads do not find, in milliseconds. It grows
 * with the number of such owners.
 */
const OWN_LOOK_MS = 2_000;
const OWN_LOOK_OF_EACH_MS = 1_000;

/** The parts for a search of closed executions. */
export interface ClosedDependencies {
  readonly lister: Pick<TaskLister, 'toFilter'>;
  readonly adoption: Pick<Adoption, 'remember' | 'rememberRun'>;
  readonly retention: Pick<NamespaceRetention, 'read'>;
  /** Rows that name their owner. */
  readonly rows: readonly OwnedRows[];
  /** Filters for an owner's executions whose rows do not name the owner. Default: none. */
  readonly othersFor?: (owner: string) => readonly string[];
  readonly logger: Logger;
}

/**
 * Finds an owner's executions by close time. Recent ones come from a read shared by all owners. For older ones, and for
 * rows that do not name their owner, the owner searches separately.
 */
export class ClosedExecutions {
  readonly #calls: TemporalCalls;
  readonly #dependencies: ClosedDependencies;
  readonly #limit = new VisibilityLimit(CALLS_PER_SECOND);
  readonly #shared: readonly { readonly rows: OwnedRows; readonly closed: SharedClosed }[];
  /** Number of owners' own searches that wait or are under way. */
  #ownLooks = 0;
  /** Number of waiting owners whose executions the shared reads do not find. */
  #unseen = 0;

  constructor(calls: TemporalCalls, dependencies: ClosedDependencies) {
    this.#calls = calls;
    this.#dependencies = dependencies;
    const { logger } = dependencies;
    this.#shared = dependencies.rows.map((rows) => {
      const pages = new VisibilityPages(calls, new VisibilityLimit(SHARED_CALLS_PER_SECOND));
      return { rows, closed: new SharedClosed({ rows, pages, logger }) };
    });
  }

  async list(owner: string, query: ClosedQuery): Promise<ClosedPage> {
    const retentionMs = await this.#dependencies.retention.read();
    const kept = retentionMs === undefined ? {} : { keptSinceMs: Date.now() - retentionMs };
    const { fromMs, untilMs } = query;
    if (untilMs <= fromMs) return { executions: [], untilMs: fromMs, ...kept };
    const shared = await this.#listShared(owner, query);
    if (!shared) {
      return { ...(await this.#listOwn(owner, query, this.#toFilter(owner))), ...kept };
    }
    const others = this.#dependencies.othersFor?.(owner) ?? [];
    if (others.length === 0) return { ...shared, ...kept };
    const own = await this.#listOwn(owner, query, `(${others.join(' OR ')})`);
    return { ...mergeClosed([shared, own]), ...kept };
  }

  /**
   * Calls back when an execution of an owner may have closed.
   *
   * @returns A function that ends the watch.
   */
  watch(owner: string, onClosed: () => void): () => void {
    const ends = this.#shared.map(({ rows, closed }) =>
      closed.watch(rows.keysFor(owner), onClosed),
    );
    const others = this.#dependencies.othersFor?.(owner) ?? [];
    if (others.length > 0) ends.push(this.#remind(onClosed));
    return () => {
      for (const end of ends) end();
    };
  }

  #remind(onClosed: () => void): () => void {
    this.#unseen += 1;
    const arm = (): NodeJS.Timeout =>
      setTimeout(
        () => {
          onClosed();
          timer = arm();
        },
        Math.max(OWN_LOOK_MS, this.#unseen * OWN_LOOK_OF_EACH_MS),
      ).unref();
    let timer = arm();
    return () => {
      clearTimeout(timer);
      this.#unseen -= 1;
    };
  }

  #toFilter(owner: string): string {
    return this.#dependencies.lister.toFilter(owner);
  }

  /** @returns `undefined` if the owner has to search separately. */
  async #listShared(owner: string, query: ClosedQuery): Promise<ClosedPage | undefined> {
    const pages: ClosedPage[] = [];
    for (const { rows, closed } of this.#shared) {
      const keys = rows.keysFor(owner);
      if (keys.length === 0) continue;
      // A shared read may cost as many calls as the owners' own searches.
      const found = await closed.read(keys, query, 1 + this.#ownLooks);
      if (!found) return undefined;
      if (rows.isAdopted) {
        for (const row of found.rows) this.#dependencies.adoption.rememberRun(owner, row);
      }
      pages.push({ executions: found.rows.map(toExecution), untilMs: found.untilMs });
    }
    return pages.length === 0 ? undefined : mergeClosed(pages);
  }

  /**
   * Lists a period by the owner's own search. Visibility sorts the newest first, and not every store can sort
   * otherwise. So while there is more than a page, half of the period is tried. The caller then asks for the rest.
   */
  async #listOwn(
    owner: string,
    { fromMs, untilMs }: ClosedQuery,
    filter: string,
  ): Promise<ClosedPage> {
    this.#ownLooks += 1;
    try {
      let endMs = untilMs;
      while (endMs > fromMs) {
        const isShortest = endMs - fromMs <= 1;
        const within = { fromMs, untilMs: endMs };
        const executions = await this.#listWithin(owner, within, { filter, takesAll: isShortest });
        if (executions) return { executions, untilMs: endMs };
        endMs = fromMs + Math.ceil((endMs - fromMs) / 2);
      }
      return { executions: [], untilMs: Math.max(fromMs, untilMs) };
    } finally {
      this.#ownLooks -= 1;
    }
  }

  /** @returns `undefined` if there is more than a page, unless `takesAll` is set. */
  async #listWithin(
    owner: string,
    { fromMs, untilMs }: ClosedQuery,
    { filter, takesAll }: { readonly filter: string; readonly takesAll: boolean },
  ): Promise<ClosedExecution[] | undefined> {
    const [from, until] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
    const query = `${filter} AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew' AND CloseTime >= '${from ?? ''}' AND CloseTime < '${until ?? ''}'`;
    const found: ClosedExecution[] = [];
    let nextPageToken = new Uint8Array();
    do {
      await this.#limit.take();
      const token = nextPageToken;
      const page = await this.#calls.run(async (client) =>
        client.workflowService.listWorkflowExecutions({
          namespace: client.options.namespace,
          query,
          pageSize: PAGE_SIZE,
          nextPageToken: token,
        }),
      );
      nextPageToken = Uint8Array.from(page.nextPageToken);
      if (nextPageToken.byteLength > 0 && page.executions.length > 0 && !takesAll) return undefined;
      for (const row of page.executions) {
        this.#dependencies.adoption.remember(owner, row);
        const taskId = row.execution?.workflowId;
        const closedAtMs = toClosedAtMs(row);
        if (taskId && closedAtMs !== undefined) found.push({ taskId, closedAtMs });
      }
    } while (nextPageToken.byteLength > 0);
    return found.sort((a, b) => a.closedAtMs - b.closedAtMs);
  }
}

function toExecution({ taskId, closedAtMs }: ClosedRow): ClosedExecution {
  return { taskId, closedAtMs };
}
