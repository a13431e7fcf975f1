/** The first page: what waits for an answer, and all tasks. */
import { isTaskError, TaskErrorCode } from '../core/errors.js';
import type { OpenInputRequest } from '../core/open-input-request.js';
import { toAnswerable, withoutApprovals } from '../core/split-questions.js';
import type { Task } from '../core/task.js';

import { showDone } from './done-note.js';
import { h, type Html } from './html.js';
import type { Guest, InboxContext } from './inbox-context.js';
import type { InboxPaths } from './inbox-paths.js';
import type { AskingTask } from './inbox-questions.js';
import { type Page, redirect } from './page.js';
import { toQuestionLine } from './question-line.js';
import { showBadge, showProgress } from './task-view.js';
import { toTaskWords } from './task-words.js';
import { showTime } from './time-view.js';

function showQuestionLine(
  { taskId, toolName, createdAt, calledBy }: Omit<AskingTask, 'questions' | 'isOwn'>,
  [key, request]: readonly [string, OpenInputRequest],
  { paths, toolTitle }: Pick<InboxContext, 'paths' | 'toolTitle'>,
): Html {
  const href = paths.question(taskId, key);
  const id = `question-${href.slice(href.lastIndexOf('/') + 1)}`;
  return h(
    'li',
    { id, class: 'card', 'data-live': true, 'data-say': 'There is a new question.' },
    h(
      'p',
      { class: 'message', dir: 'auto' },
      h('a', { id: `${id}-link`, href }, toQuestionLine(request)),
    ),
    h(
      'p',
      { class: 'facts' },
      `${toolTitle(toolName)}, ${calledBy === undefined ? 'started' : `called by ${calledBy},`} `,
      showTime(createdAt),
    ),
  );
}

function showTaskLine(
  task: Task,
  { paths, toolTitle }: Pick<InboxContext, 'paths' | 'toolTitle'>,
): Html {
  const { taskId, toolName, createdAt, progress, outcome } = task;
  const statusMessage = withoutApprovals(task.statusMessage, task);
  const href = paths.task(taskId);
  const id = `task-${href.slice(href.lastIndexOf('/') + 1)}`;
  const { text } = toTaskWords(task);
  return h(
    'li',
    { id, class: 'card', 'data-live': true, 'data-say': `${toolTitle(toolName)}: ${text}` },
    h('p', {}, h('a', { id: `${id}-link`, href }, toolTitle(toolName)), ' ', showBadge(task)),
    statusMessage !== undefined && h('p', { class: 'message', dir: 'auto' }, statusMessage),
    progress && !outcome && showProgress(progress),
    h('p', { class: 'facts' }, 'Started ', showTime(createdAt)),
  );
}

/** A list, and what stands there where it is empty. */
export function showList(id: string, items: readonly Html[], nothing: string): Html {
  return [
    h('ul', { id, class: 'cards', 'data-live-list': true }, items),
    h(
      'p',
      { id: `no-${id}`, 'data-live': true, class: 'nothing', hidden: items.length > 0 },
      nothing,
    ),
  ];
}

function showMore(paths: InboxPaths, cursor: string | undefined, isFirst: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Pages', id: 'pages', 'data-live': true },
    !isFirst && h('a', { href: paths.home() }, 'Newest tasks'),
    cursor !== undefined && h('a', { href: paths.home(cursor), rel: 'next' }, 'Older tasks'),
  );
}

/** What others ask; nothing where nobody answers for others. */
async function showAsked(
  context: InboxContext,
  { identity, url }: Guest,
): Promise<{ readonly html: Html; readonly count: number }> {
  const { paths, questions } = context;
  const list = questions.find((source) => source.list)?.list;
  if (!list) return { html: undefined, count: 0 };
  const { tasks, nextCursor } = await list(identity, url.searchParams.get('asked') ?? undefined);
  const lines = tasks.flatMap((task) =>
    Object.entries(task.questions).map((question) => showQuestionLine(task, question, context)),
  );
  const more =
    nextCursor !== undefined &&
    h('a', { href: paths.asked(nextCursor), rel: 'next' }, 'More of them');
  const html = h(
    'section',
    { 'aria-labelledby': 'asked-title' },
    h('h2', { id: 'asked-title' }, 'Questions of others'),
    showList('asked', lines, 'Nobody waits for an approval of yours.'),
    h('nav', { 'aria-label': 'Further questions', id: 'more-asked', 'data-live': true }, more),
  );
  return { html, count: lines.length };
}

/** Shows it. */
export async function showHome(context: InboxContext, guest: Guest): Promise<Page | Response> {
  const { identity, url } = guest;
  const { tasks, paths, canList } = context;
  if (!canList) {
    const text =
      'People cannot be told apart here, so that no tasks are listed. Open one by its link.';
    return { title: 'Inbox', body: h('p', { class: 'message' }, text) };
  }
  const cursor = url.searchParams.get('cursor') ?? undefined;
  try {
    const page = await tasks.list(identity.owner, cursor === undefined ? {} : { cursor });
    const asked = page.tasks.flatMap((task) =>
      Object.entries(toAnswerable(task)).map((question) =>
        showQuestionLine(task, question, context),
      ),
    );
    const { html: others, count: ofOthers } = await showAsked(context, guest);
    const all = asked.length + ofOthers;
    const count = all > 0 ? ` (${all})` : '';
    return {
      title: `Inbox${count}`,
      events: paths.events(),
      body: [
        showDone(url),
        h(
          'section',
          { 'aria-labelledby': 'questions-title' },
          h('h2', { id: 'questions-title' }, 'Questions'),
          showList('questions', asked, 'Nothing waits for an answer of yours.'),
        ),
        others,
        h(
          'section',
          { 'aria-labelledby': 'tasks-title' },
          h('h2', { id: 'tasks-title' }, 'Tasks'),
          showList(
            'tasks',
            page.tasks.map((task) => showTaskLine(task, context)),
            'There are no tasks.',
          ),
          showMore(paths, page.nextCursor, cursor === undefined),
        ),
      ],
    };
  } catch (error) {
    const isOld = isTaskError(error) && error.code === TaskErrorCode.invalidCursor;
    if (isOld) return redirect(paths.home());
    throw error;
  }
}
