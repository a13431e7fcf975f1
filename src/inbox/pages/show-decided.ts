/** The page of decisions: of the visitor's tasks, and of running tasks of others. */
import { hasCode, TaskErrorCode } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import type { DecidedTask, Decision } from '../../core/question/decision.js';
import { verdictOf } from '../../core/question/verdict.js';
import type { ListPage } from '../../core/task/tasks.js';
import { asApprover, asOwner } from '../../core/task/viewer.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { type Page, redirect } from '../html/page.js';
import { toShortName } from '../html/person-name.js';

import { showEnding, showVerdict } from './decision-view.js';
import type { InboxContext, InboxRequest } from './inbox-context.js';
import { noListPage } from './message-pages.js';
import { toQuestionLine } from './question-view.js';

interface Line {
  readonly task: DecidedTask;
  readonly decision: Decision;
  /** Time of the decision, in milliseconds since the epoch. */
  readonly atMs: number;
}

function toLine(task: DecidedTask, decision: Decision): readonly Line[] {
  const { end } = decision;
  switch (end.kind) {
    case 'answered':
      return [{ task, decision, atMs: Date.parse(end.answeredAt) }];
    case 'timeOver':
    case 'withdrawn':
    case 'ended':
      return [{ task, decision, atMs: Date.parse(end.at) }];
    case 'open':
      return [];
  }
}

function showLine(
  { task: { taskId, toolName, calledBy }, decision }: Line,
  { paths, toolTitle, hasSeveralIssuers }: InboxContext,
  caller: Caller,
): Html {
  const { key, request } = decision;
  const who = calledBy ? `asked by ${toShortName(calledBy)}` : 'asked by one of your tasks';
  const line = request ? toQuestionLine(request) : key;
  return h(
    'li',
    { class: 'card' },
    h('p', { dir: 'auto' }, h('a', { href: paths.question(taskId, key) }, line)),
    h(
      'p',
      {},
      showVerdict(verdictOf(decision)),
      ' ',
      showEnding(decision, { caller, hasSeveralIssuers }),
    ),
    h('p', { class: 'facts', dir: 'auto' }, `${toolTitle(toolName)} · ${who}`),
  );
}

/** Says what was looked at, so that nobody takes the list for all there is. */
function showReach({ hasApprovers }: InboxContext, isFirst: boolean): Html {
  const own = isFirst ? 'your newest tasks' : 'a page of your older tasks';
  const others =
    hasApprovers && isFirst
      ? ', and about running tasks of others, the newest ones. When such a task ends, its decision leaves this list. The link of its question still works'
      : '';
  return h('p', { class: 'hint' }, `What was decided about ${own}${others}.`);
}

function showPages(paths: InboxPaths, cursor: string | undefined, isFirst: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Pages', class: 'pages' },
    !isFirst && h('a', { href: paths.decided() }, 'Newest decisions'),
    cursor !== undefined && h('a', { href: paths.decided(cursor), rel: 'next' }, 'Older tasks'),
  );
}

async function readOwn(
  { tasks }: InboxContext,
  { caller, url }: InboxRequest,
): Promise<ListPage<DecidedTask> | undefined> {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  try {
    return await tasks.listDecided(asOwner(caller), { cursor });
  } catch (error) {
    if (hasCode(error, TaskErrorCode.invalidCursor)) return undefined;
    throw error;
  }
}

export async function showDecided(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { tasks, paths, canList, hasApprovers } = context;
  const { caller, url } = visit;
  if (!canList) return noListPage();
  const isFirst = !url.searchParams.has('cursor');
  const [own, others] = await Promise.all([
    readOwn(context, visit),
    hasApprovers && isFirst ? tasks.listDecided(asApprover(caller)) : { tasks: [] },
  ]);
  if (!own) return redirect(paths, paths.decided());
  const lines = [...own.tasks, ...others.tasks]
    .flatMap((task) => task.decisions.flatMap((decision) => toLine(task, decision)))
    .sort((one, other) => other.atMs - one.atMs)
    .map((line) => showLine(line, context, caller));
  return {
    title: 'Decided',
    tabs: { current: 'decided' },
    body: [
      showReach(context, isFirst),
      lines.length > 0
        ? h('ul', { id: 'decisions', class: 'cards' }, lines)
        : h('p', { class: 'nothing' }, 'Nothing was decided.'),
      showPages(paths, own.nextCursor, isFirst),
    ],
  };
}
