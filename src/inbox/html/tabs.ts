/** The tabs of the inbox: one for each list. */
import { h, type Html } from './html.js';
import type { InboxPaths } from './inbox-paths.js';

export type TabName = 'waiting' | 'decided' | 'tasks';

/** A number of things, or at least as many: `31`, or `31+`. */
export interface Count {
  readonly count: number;
  /** There may be more. Default: false. */
  readonly isAtLeast?: boolean | undefined;
}

export interface Tabs {
  readonly current: TabName;
  /** What is known on this page. */
  readonly counts?: Partial<Readonly<Record<TabName, Count>>> | undefined;
}

const TABS: readonly {
  readonly name: TabName;
  readonly text: string;
  readonly href: (paths: InboxPaths) => string;
}[] = [
  { name: 'waiting', text: 'Waiting', href: (paths) => paths.home() },
  { name: 'decided', text: 'Decided', href: (paths) => paths.decided() },
  { name: 'tasks', text: 'My tasks', href: (paths) => paths.tasks() },
];

/** A number as people read it: `4,310`, or `4,310+` if there may be more. */
export function toCountText({ count, isAtLeast = false }: Count): string {
  return `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`;
}

/** The title of a list: `Waiting (31)`, or `Waiting` if it is empty. */
export function toListTitle(text: string, count: Count): string {
  return count.count === 0 && !count.isAtLeast ? text : `${text} (${toCountText(count)})`;
}

export function showTabs(paths: InboxPaths, { current, counts = {} }: Tabs): Html {
  return h(
    'nav',
    { class: 'tabs', 'aria-label': 'Lists' },
    TABS.map(({ name, text, href }) => {
      const count = counts[name];
      return h(
        'a',
        { href: href(paths), 'aria-current': name === current && 'page' },
        text,
        count && [' ', h('span', { class: 'count' }, toCountText(count))],
      );
    }),
  );
}
