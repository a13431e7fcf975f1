import { EVERYBODY, type Visibility } from '../link/visibility.js';

const MAX_PAGE_SIZE = 1_000;
const MIN_PAGE_SIZE = 20;
/** Factor by which pages shrink after a failure. Rows contain memos, and many large ones may make a page too large. */
const SMALLER = 0.25;

/** A row of a list. */
export interface ListedExecution {
  readonly execution?: {
    readonly workflowId?: string | null;
    readonly runId?: string | null;
  } | null;
  readonly type?: { readonly name?: string | null } | null;
  readonly searchAttributes?: {
    readonly indexedFields?: Readonly<Record<string, unknown>> | null;
  } | null;
}

/** The list to read, and its limits. */
export interface PagesQuery {
  readonly query: string;
  readonly maxPages: number;
  readonly onRow: (row: ListedExecution) => void;
}

/** Reads lists of all executions, page after page, in Temporal's order: newest first. */
export class VisibilityPages {
  readonly #visibility: Visibility;
  #pageSize = MAX_PAGE_SIZE;

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
  }

  /**
   * @returns The number of pages, and whether the list is complete.
   * @throws {TaskError} If Temporal does not answer now.
   */
  async read({
    query,
    maxPages,
    onRow,
  }: PagesQuery): Promise<{ readonly pages: number; readonly isAll: boolean }> {
    let nextPageToken = new Uint8Array();
    for (let pages = 1; ; pages += 1) {
      const page = await this.#readPage(query, nextPageToken);
      for (const row of page.executions) onRow(row);
      nextPageToken = Uint8Array.from(page.nextPageToken);
      const isAll = nextPageToken.byteLength === 0 || page.executions.length === 0;
      if (isAll || pages >= maxPages) return { pages, isAll };
    }
  }

  async #readPage(
    query: string,
    nextPageToken: Uint8Array,
  ): Promise<{
    readonly executions: readonly ListedExecution[];
    readonly nextPageToken: Uint8Array;
  }> {
    const pageSize = this.#pageSize;
    try {
      const page = await this.#visibility.list(EVERYBODY, { query, pageSize, nextPageToken });
      this.#pageSize = Math.min(pageSize * 2, MAX_PAGE_SIZE);
      return page;
    } catch (error) {
      this.#pageSize = Math.max(Math.floor(pageSize * SMALLER), MIN_PAGE_SIZE);
      throw error;
    }
  }
}
