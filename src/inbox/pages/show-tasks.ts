/** The page of a visitor's own tasks: running ones first, then ended ones, each newest first. */
import { hasCode, TaskErrorCode } from '../../core/errors.js';
import { withoutQuestionNote } from '../../core/question/question-note.js';
import { toTaskTitle } from '../../core/task/task-title.js';
import type { Task } from '../../core/task/task.js';
import type { TaskPage } from '../../core/task/tasks.js';
import { asOwner } from '../../core/task/viewer.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { type Page, redirect } from '../html/page.js';

import { showDone } from './done-note.js';
import type { InboxRequest, InboxContext } from './inbox-context.js';
import { noListPage } from './message-pages.js';
import { showBadge, showDuration, showProgress } from './task-view.js';
import { showWaitsFor } from './waits-for.js';

function showTaskLine(task: Task, context: InboxContext): Html {
  const { paths, toolTitle } = context;
  const { taskId, toolName, progress, outcome } = task;
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions);
  const href = paths.task(taskId);
  const id = `task-${href.slice(href.lastIndexOf('/') + 1)}`;
  return h(
    'li',
    { id, class: 'card' },
    h(
      'p',
      {},
      h('a', { id: `${id}-link`, href, dir: 'auto' }, toTaskTitle(task, toolTitle(toolName))),
      ' ',
      showBadge(task),
    ),
    statusMessage !== undefined && h('p', { class: 'message', dir: 'auto' }, statusMessage),
    progress && !outcome && showProgress(progress),
    showWaitsFor(task, context),
    h('p', { class: 'facts' }, showDuration(task)),
  );
}

function showPages(paths: InboxPaths, cursor: string | undefined, isFirst: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Pages', class: 'pages' },
    !isFirst && h('a', { href: paths.tasks() }, 'Newest tasks'),
    cursor !== undefined && h('a', { href: paths.tasks(cursor), rel: 'next' }, 'Older tasks'),
  );
}

async function readPage(
  { tasks }: InboxContext,
  { caller, url }: InboxRequest,
): Promise<TaskPage | undefined> {
  const cursor = url.searchParams.get('cursor');
  try {
    return await tasks.list(asOwner(caller), cursor === null ? {} : { cursor });
  } catch (error) {
    if (hasCode(error, TaskErrorCode.invalidCursor)) return undefined;
    throw error;
  }
}

export async function showTasks(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { paths, canList } = context;
  if (!canList) return noListPage();
  const page = await readPage(context, visit);
  if (!page) return redirect(paths, paths.tasks());
  const { tasks, nextCursor } = page;
  return {
    title: 'My tasks',
    tabs: { current: 'tasks' },
    reloads: true,
    body: [
      await showDone(context, visit),
      tasks.length > 0
        ? h(
            'ul',
            { id: 'tasks', class: 'cards' },
            tasks.map((task) => showTaskLine(task, context)),
          )
        : h('p', { class: 'nothing' }, 'There are no tasks.'),
      showPages(paths, nextCursor, !visit.url.searchParams.has('cursor')),
    ],
  };
}
