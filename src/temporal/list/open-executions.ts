import type { Visibility } from '../link/visibility.js';

import type { TaskLister } from './list-tasks.js';
import type { OwnedRows } from './owned-rows.js';
import { VisibilityPages } from './visibility-pages.js';

/** Lifetime of a shared read per page, in milliseconds. A read of more pages costs more calls, so it is kept longer. */
const FRESH_MS_A_PAGE = 2_000;
/** Maximum number of pages of a read. Beyond it, each owner searches separately. */
const MAX_PAGES = 20;

/** The parts for a search of open executions. */
export interface OpenDependencies {
  readonly lister: Pick<TaskLister, 'listOpen'>;
  /** Rows that name their owner. */
  readonly rows: readonly OwnedRows[];
}

/** The open executions of all owners, as visibility lists them. */
interface Look {
  readonly byKey: ReadonlyMap<string, readonly string[]>;
  readonly isAll: boolean;
  readonly pages: number;
}

/** Rows of one kind, read once for all owners. */
class SharedOpen {
  readonly rows: OwnedRows;
  readonly #pages: VisibilityPages;
  #look:
    { readonly filter: string; readonly seen: Promise<Look>; freshUntilMs: number } | undefined;

  constructor(rows: OwnedRows, visibility: Visibility) {
    this.rows = rows;
    this.#pages = new VisibilityPages(visibility);
  }

  async read(): Promise<Look | undefined> {
    const filter = this.rows.filter();
    if (filter === undefined) return undefined;
    const known = this.#look;
    if (known?.filter === filter && Date.now() < known.freshUntilMs) return known.seen;
    const look = { filter, seen: this.#read(filter), freshUntilMs: Infinity };
    this.#look = look;
    // A failure is shared, too, so that owners do not all retry at once.
    const keepFor = (pages: number): void => {
      look.freshUntilMs = Date.now() + FRESH_MS_A_PAGE * pages;
    };
    look.seen.then(
      ({ pages }) => {
        keepFor(pages);
      },
      () => {
        keepFor(1);
      },
    );
    return look.seen;
  }

  async #read(filter: string): Promise<Look> {
    const byKey = new Map<string, string[]>();
    const { isAll, pages } = await this.#pages.read({
      query: `${filter} AND ExecutionStatus = 'Running'`,
      maxPages: MAX_PAGES,
      onRow: (row) => {
        const taskId = row.execution?.workflowId;
        if (!taskId) return;
        for (const key of this.rows.keysOf(row)) {
          const ofKey = byKey.get(key);
          if (ofKey) ofKey.push(taskId);
          else byKey.set(key, [taskId]);
        }
      },
    });
    return { byKey, isAll, pages };
  }
}

/**
 * Finds owners' open executions by one shared read of visibility. If there are too many, the owner searches
 * separately.
 */
export class OpenExecutions {
  readonly #dependencies: OpenDependencies;
  readonly #shared: readonly SharedOpen[];

  constructor(visibility: Visibility, dependencies: OpenDependencies) {
    this.#dependencies = dependencies;
    this.#shared = dependencies.rows.map((rows) => new SharedOpen(rows, visibility));
  }

  /**
   * Returns the IDs of an owner's open tasks as visibility listed them a moment ago, newest first.
   *
   * @throws {TaskError} If Temporal does not answer now.
   */
  async list(owner: string, limit: number): Promise<readonly string[]> {
    const { lister } = this.#dependencies;
    const found: string[] = [];
    for (const shared of this.#shared) {
      const keys = shared.rows.keysFor(owner);
      const look = keys.length > 0 ? await shared.read() : undefined;
      if (!look) continue;
      const ofOwner = keys.flatMap((key) => look.byKey.get(key) ?? []);
      if (!look.isAll && ofOwner.length < limit) return lister.listOpen(owner, limit);
      found.push(...ofOwner);
    }
    return [...new Set(found)].slice(0, limit);
  }
}
