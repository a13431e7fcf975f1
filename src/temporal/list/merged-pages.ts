/** Merges the pages of several namespaces. */
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { ClosedPage } from '../../core/task/tasks.js';

import { decodeCursors, encodeCursors } from './namespace-cursors.js';

/** A page of any list. */
interface Page<Item> {
  readonly tasks: readonly Item[];
  readonly nextCursor?: string;
}

/** Sorts running tasks first, then the newest, as each namespace does. */
export function byAge(a: Task, b: Task): number {
  const order = Number(isClosed(a.phase)) - Number(isClosed(b.phase));
  return order !== 0 ? order : Date.parse(b.createdAt) - Date.parse(a.createdAt);
}

/**
 * Joins a page of each namespace. A single namespace gives its own page, without a name in the cursor.
 *
 * @param all The lister of each namespace, by name; at least one.
 * @throws {TaskError} `invalidCursor` for a cursor of other namespaces.
 */
export async function mergePages<Lister, Item>(
  all: readonly (readonly [string, Lister])[],
  cursor: string | undefined,
  {
    list,
    order,
  }: {
    readonly list: (lister: Lister, cursor: string | undefined) => Promise<Page<Item>>;
    readonly order: (a: Item, b: Item) => number;
  },
): Promise<Page<Item>> {
  const [only, ...others] = all;
  if (only && others.length === 0) return list(only[1], cursor);
  const names = all.map(([name]) => name);
  const cursors = cursor === undefined ? undefined : decodeCursors(cursor, names);
  const wanted = all.filter(([name]) => !cursors || cursors.has(name));
  const pages = await Promise.all(
    wanted.map(async ([name, one]) => [name, await list(one, cursors?.get(name))] as const),
  );
  const next = pages.flatMap(([name, { nextCursor }]) =>
    nextCursor === undefined ? [] : [[name, nextCursor] as const],
  );
  return {
    tasks: pages.flatMap(([, { tasks }]) => tasks).sort(order),
    ...(next.length > 0 && { nextCursor: encodeCursors(next) }),
  };
}

/** Joins closed executions of all namespaces, up to the instant up to which every list is complete. */
export function mergeClosed(pages: readonly ClosedPage[]): ClosedPage {
  const untilMs = Math.min(...pages.map((page) => page.untilMs));
  const since = pages.flatMap(({ keptSinceMs }) => keptSinceMs ?? []);
  return {
    executions: pages
      .flatMap(({ executions }) => executions)
      .filter(({ closedAtMs }) => closedAtMs < untilMs)
      .sort((a, b) => a.closedAtMs - b.closedAtMs),
    untilMs,
    ...(since.length > 0 && { keptSinceMs: Math.max(...since) }),
  };
}
