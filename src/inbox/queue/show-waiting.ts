/** The first page: the questions that wait for the visitor, and the next one after an answer. */
import { hasCode, isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { LookedAt } from '../../core/question/asked-task.js';
import { countOf } from '../../core/value/number-words.js';
import { h, type Html } from '../html/html.js';
import { LIST } from '../html/inbox-paths.js';
import { type Page, redirect } from '../html/page.js';
import { toShortName } from '../html/person-name.js';
import { type Count, toListTitle } from '../html/tabs.js';
import { AT } from '../pages/after-answer.js';
import { showDone } from '../pages/done-note.js';
import type { InboxContext, InboxRequest } from '../pages/inbox-context.js';
import { messagePage, noListPage } from '../pages/message-pages.js';

import { showKeys } from './keys.js';
import { showRows } from './queue-rows.js';
import {
  afterPlace,
  ASKERS,
  DUES,
  isFiltered,
  isWanted,
  parsePlace,
  parseView,
  type QueueView,
  toPersonValue,
  toPlaceText,
  toViewQuery,
} from './queue-view.js';
import { findNext, PAGE_SIZE, type Queue, type QueueItem, readQueue } from './queue.js';

type Choices = ReadonlyMap<string, string>;

function toAddress({ paths }: Pick<InboxContext, 'paths'>, view: QueueView): string {
  const query = toViewQuery(view);
  return query === '' ? paths.home() : `${paths.home()}?${query}`;
}

function showSelect(
  {
    name,
    label,
    all,
  }: { readonly name: 'tool' | 'by' | 'due'; readonly label: string; readonly all: string },
  choices: Choices,
  view: QueueView,
): Html {
  const chosen = view[name];
  const known = chosen === undefined || choices.has(chosen) ? [] : [[chosen, 'Nobody now']];
  return h(
    'select',
    { name, id: `filter-${name}`, 'aria-label': label },
    h('option', { value: '' }, all),
    [...choices, ...known].map(([value, text]) =>
      h('option', { value, selected: value === chosen }, text),
    ),
  );
}

/** The people and tools of all questions, for the filters. */
function showFilters(items: readonly QueueItem[], view: QueueView, context: InboxContext): Html {
  const { paths, toolTitle } = context;
  const tools = new Map(items.map(({ toolName }) => [toolName, toolTitle(toolName)]));
  const people = items.flatMap(({ task: { calledBy } }) =>
    calledBy ? [[toPersonValue(calledBy), toShortName(calledBy)] as const] : [],
  );
  const askers = new Map([...Object.entries(ASKERS), ...people]);
  return h(
    'form',
    { class: 'filters', role: 'search', method: 'get', action: paths.home(), id: 'filters' },
    h('input', {
      type: 'search',
      name: 'q',
      id: 'search',
      value: view.q ?? '',
      placeholder: 'Search text, tool, person',
      'aria-label': 'Search',
    }),
    showSelect({ name: 'tool', label: 'Tool', all: `All tools (${tools.size})` }, tools, view),
    context.hasApprovers &&
      showSelect({ name: 'by', label: 'Asked by', all: 'Anybody' }, askers, view),
    showSelect(
      { name: 'due', label: 'Deadline', all: 'Any time' },
      new Map(Object.entries(DUES)),
      view,
    ),
    h('button', { type: 'submit', class: 'plain' }, 'Show'),
    isFiltered(view) && h('a', { href: paths.home() }, 'Show all'),
  );
}

function toLookedText({ newest, older, areOldest, of }: LookedAt): string {
  const all = of === undefined ? 'the running tasks' : `${of.toLocaleString('en')} running tasks`;
  const parts = [
    `the newest ${newest}`,
    ...(older > 0 ? [areOldest ? `the oldest ${older}` : `${older} older ones`] : []),
  ];
  return `Of ${all}, ${parts.join(' and ')} were looked at.`;
}

/** Says what was not looked at, and leads on. */
function showRest(queue: Queue, view: QueueView, context: InboxContext): Html {
  const { lookedAt, unread = 0, nextCursor } = queue;
  return [
    lookedAt && h('p', { class: 'hint' }, toLookedText(lookedAt)),
    unread > 0 &&
      h(
        'p',
        { class: 'hint' },
        `${countOf(unread, 'task')} of tools whose questions the manifest declares had no turn on this page.`,
      ),
    nextCursor !== undefined &&
      h(
        'p',
        {},
        h(
          'a',
          {
            href: toAddress(context, { ...view, cursor: nextCursor, after: undefined }),
            rel: 'next',
          },
          'Look at more tasks',
        ),
      ),
  ];
}

function showPages(
  shown: readonly QueueItem[],
  left: number,
  view: QueueView,
  context: InboxContext,
): Html {
  const last = shown.at(-1);
  const isFirst = view.after === undefined && view.cursor === undefined;
  if (isFirst && left === 0) return undefined;
  return h(
    'nav',
    { 'aria-label': 'Pages', class: 'pages' },
    !isFirst &&
      h(
        'a',
        { href: toAddress(context, { ...view, after: undefined, cursor: undefined }) },
        'First page',
      ),
    left > 0 &&
      last &&
      h(
        'a',
        { href: toAddress(context, { ...view, after: toPlaceText(last) }), rel: 'next' },
        `Next page (${left} more)`,
      ),
  );
}

function showTogether(): Html {
  return h(
    'div',
    { class: 'bulk', id: 'bulk' },
    h('span', { id: 'bulk-count' }, 'The selected ones:'),
    h('button', { type: 'submit', name: 'action', value: 'approve', class: 'primary' }, 'Approve…'),
    h('button', { type: 'submit', name: 'action', value: 'reject', class: 'danger' }, 'Reject…'),
    h('button', { type: 'submit', name: 'action', value: 'decline', class: 'plain' }, 'Decline…'),
  );
}

function showList(
  items: readonly QueueItem[],
  view: QueueView,
  { context, nowMs }: { readonly context: InboxContext; readonly nowMs: number },
): Html {
  const { paths, toolTitle } = context;
  if (items.length === 0) {
    const text = isFiltered(view)
      ? 'No question fits. Show all, or search for something else.'
      : 'Nothing is waiting for your answer.';
    return h('p', { class: 'nothing' }, text);
  }
  const list = toViewQuery(view);
  const action = `${paths.decide}?${new URLSearchParams({ [LIST]: list }).toString()}`;
  return h(
    'form',
    { method: 'post', action, id: 'questions', class: 'queue' },
    showRows(items, { paths, toolTitle, list, nowMs }),
    showTogether(),
  );
}

/** Reads the list that an address names. @returns `undefined` if its cursor is too old. */
export async function readList(
  context: InboxContext,
  visit: InboxRequest,
  { cursor }: QueueView,
): Promise<Queue | undefined> {
  try {
    return await readQueue(context, visit, cursor);
  } catch (error) {
    if (hasCode(error, TaskErrorCode.invalidCursor)) return undefined;
    throw error;
  }
}

function toCount({ items, lookedAt, unread, nextCursor }: Queue): Count {
  const isAtLeast = lookedAt !== undefined || unread !== undefined || nextCursor !== undefined;
  return { count: items.length, isAtLeast };
}

export async function showWaiting(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { paths, canList, toolTitle } = context;
  if (!canList) return noListPage();
  const view = parseView(visit.url.searchParams);
  const queue = await readList(context, visit, view);
  if (!queue) return redirect(paths, paths.home());
  const nowMs = Date.now();
  const wanted = queue.items.filter((item) => isWanted(item, view, { toolTitle, nowMs }));
  const rest = afterPlace(wanted, view);
  const shown = rest.slice(0, PAGE_SIZE);
  const waiting = toCount(queue);
  return {
    title: toListTitle('Waiting', waiting),
    tabs: { current: 'waiting', counts: { waiting } },
    isWide: true,
    reloads: true,
    body: [
      await showDone(context, visit),
      showFilters(queue.items, view, context),
      showKeys(),
      isFiltered(view) &&
        h(
          'p',
          { class: 'hint', id: 'fitting' },
          `${countOf(wanted.length, 'question')} of ${queue.items.length}`,
        ),
      showList(shown, view, { context, nowMs }),
      showPages(shown, rest.length - shown.length, view, context),
      showRest(queue, view, context),
    ],
  };
}

/** Leads to the question after the one that was answered, or to the list without one. */
export async function showNext(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { paths, toolTitle } = context;
  const { searchParams } = visit.url;
  const list = searchParams.get(LIST) ?? '';
  const view = parseView(new URLSearchParams(list));
  const at = parsePlace(searchParams.get(AT));
  const done = searchParams.get('done');
  const query = new URLSearchParams(done === null ? {} : { done });
  try {
    const queue = await readList(context, visit, view);
    const nowMs = Date.now();
    const wanted = queue?.items.filter((item) => isWanted(item, view, { toolTitle, nowMs })) ?? [];
    const next = at && findNext(afterPlace(wanted, view), at, nowMs);
    if (next) query.set(LIST, list);
    else for (const [name, value] of new URLSearchParams(list)) query.set(name, value);
    const to = next ? paths.question(next.task.taskId, next.question.key) : paths.home();
    return redirect(paths, `${to}?${query.toString()}`);
  } catch (error) {
    if (!isTaskError(error)) throw error;
    // The answer was sent, whatever happens to the list.
    const page = messagePage({ status: 200, title: 'Your answer was sent', text: error.message });
    const link = h('p', {}, h('a', { href: paths.home() }, 'Back to the inbox'));
    return { ...page, body: [await showDone(context, visit), page.body, link] };
  }
}
