import { toMs } from '../link/timestamps.js';
import type { VisibilityPage } from '../link/visibility.js';

type Row = VisibilityPage['executions'][number];

/** A page of one source, without the rows that earlier pages have shown. */
export interface RowsOfSource<Name> {
  readonly name: Name;
  readonly rows: readonly Row[];
  /** More rows follow the page. */
  readonly hasMore: boolean;
}

/** Visibility lists open executions first, then closed ones, each newest first. */
function isBefore(one: Row, other: Row): boolean {
  const [end, otherEnd] = [one, other].map(({ closeTime }) => toMs(closeTime) ?? Infinity);
  if (end !== otherEnd) return (end ?? 0) > (otherEnd ?? 0);
  return (toMs(one.startTime) ?? 0) >= (toMs(other.startTime) ?? 0);
}

/**
 * Merges pages of several sources, in the order of visibility. It stops behind the last row of a page that others
 * follow: these may come before the rows of other sources.
 *
 * @returns The rows, and the number of rows that it has taken of each source.
 */
export function mergeRows<Name>(
  sources: readonly RowsOfSource<Name>[],
  max: number,
): { readonly rows: readonly Row[]; readonly taken: ReadonlyMap<Name, number> } {
  const taken = new Map(sources.map(({ name }) => [name, 0]));
  const rows: Row[] = [];
  while (rows.length < max) {
    let first: { readonly row: Row; readonly name: Name } | undefined;
    for (const { name, rows: all, hasMore } of sources) {
      const row = all[taken.get(name) ?? 0];
      if (!row && hasMore) return { rows, taken };
      if (row && (!first || !isBefore(first.row, row))) first = { row, name };
    }
    if (!first) break;
    rows.push(first.row);
    taken.set(first.name, (taken.get(first.name) ?? 0) + 1);
  }
  return { rows, taken };
}
