/** The first page: questions that wait for an answer, and all tasks. */
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { AskedPage } from '../../core/question/asked-task.js';
import { withoutQuestionNote } from '../../core/question/question-note.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { TaskPage } from '../../core/task/tasks.js';
import { asApprover, asOwner } from '../../core/task/viewer.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { type Page, redirect } from '../html/page.js';
import { toShortName } from '../html/person-name.js';
import { showSince } from '../html/time-view.js';

import type { InboxRequest, InboxContext } from './inbox-context.js';
import { answerableQuestions, type AskingTask, toAsking } from './inbox-questions.js';
import { showDone } from './message-pages.js';
import { toQuestionLine } from './question-view.js';
import { showBadge, showDuration, showProgress } from './task-view.js';

/** Number of pages of tasks, besides the first, that are searched for the visitor's questions. */
const MAX_FURTHER_PAGES = 2;

/** A question in the list. */
interface QuestionLine {
  readonly askedAt: string;
  readonly html: Html;
}

function toQuestionLines(
  task: AskingTask,
  { paths, toolTitle }: Pick<InboxContext, 'paths' | 'toolTitle'>,
): QuestionLine[] {
  const { taskId, toolName, askedAt, calledBy } = task;
  return answerableQuestions(task).map((question) => {
    const href = paths.question(taskId, question.key);
    const id = `question-${href.slice(href.lastIndexOf('/') + 1)}`;
    const who = calledBy ? `asked by ${toShortName(calledBy)}` : 'asked by one of your tasks';
    const html = h(
      'li',
      { class: 'card' },
      h(
        'p',
        { class: 'message', dir: 'auto' },
        h('a', { id: `${id}-link`, href }, toQuestionLine(question)),
      ),
      h(
        'p',
        { class: 'facts' },
        h('span', { dir: 'auto' }, `${toolTitle(toolName)} · ${who}`),
        ' · waits for ',
        showSince(askedAt),
      ),
    );
    return { askedAt, html };
  });
}

function showTaskLine(
  task: Task,
  { paths, toolTitle }: Pick<InboxContext, 'paths' | 'toolTitle'>,
): Html {
  const { taskId, toolName, progress, outcome } = task;
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions);
  const href = paths.task(taskId);
  const id = `task-${href.slice(href.lastIndexOf('/') + 1)}`;
  return h(
    'li',
    { class: 'card' },
    h('p', {}, h('a', { id: `${id}-link`, href }, toolTitle(toolName)), ' ', showBadge(task)),
    statusMessage !== undefined && h('p', { class: 'message', dir: 'auto' }, statusMessage),
    progress && !outcome && showProgress(progress),
    h('p', { class: 'facts' }, showDuration(task)),
  );
}

/** Shows a list, or a text if it is empty. */
function showList(id: string, items: readonly Html[], nothing: string): Html {
  return items.length > 0
    ? h('ul', { id, class: 'cards' }, items)
    : h('p', { class: 'nothing' }, nothing);
}

function showMore(paths: InboxPaths, cursor: string | undefined, isFirst: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Pages', id: 'pages' },
    !isFirst && h('a', { href: paths.home() }, 'Newest tasks'),
    cursor !== undefined && h('a', { href: paths.home(cursor), rel: 'next' }, 'Older tasks'),
  );
}

/**
 * Reads a page of a person's tasks, and further pages for their questions. Running tasks come first, so the first pages
 * usually contain all questions.
 */
async function readTasks(
  { tasks }: InboxContext,
  { caller }: InboxRequest,
  cursor: string | undefined,
): Promise<TaskPage & { readonly asking: readonly Task[]; readonly isAll: boolean }> {
  const page = await tasks.list(asOwner(caller), cursor === undefined ? {} : { cursor });
  const asking = [...page.tasks];
  let last = page;
  for (let more = 0; more < MAX_FURTHER_PAGES && cursor === undefined; more += 1) {
    const { nextCursor } = last;
    if (nextCursor === undefined || hasEnded(last.tasks.at(-1))) break;
    last = await tasks.list(asOwner(caller), { cursor: nextCursor });
    asking.push(...last.tasks);
  }
  const isAll = last.nextCursor === undefined || hasEnded(last.tasks.at(-1));
  return { ...page, asking, isAll };
}

function hasEnded(task: Task | undefined): boolean {
  return task !== undefined && isClosed(task.phase);
}

/** Reads a page of other people's questions; it is empty without approvals. */
async function readAsked(
  { tasks, hasApprovers }: InboxContext,
  { caller, url }: InboxRequest,
): Promise<AskedPage> {
  if (!hasApprovers || url.searchParams.has('cursor')) return { tasks: [] };
  const cursor = url.searchParams.get('asked');
  return tasks.list(asApprover(caller), cursor === null ? {} : { cursor });
}

/** Shows all questions for the visitor. Those that wait longest come first. */
function showQuestions(context: InboxContext, asking: readonly AskingTask[]): readonly Html[] {
  return asking
    .flatMap((task) => toQuestionLines(task, context))
    .sort((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt))
    .map(({ html }) => html);
}

/** The link to further tasks. */
function showFurther(paths: InboxPaths, nextCursor: string | undefined, isAll: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Further questions' },
    !isAll && h('p', { class: 'hint' }, 'Your older tasks may have more questions: see below.'),
    nextCursor !== undefined &&
      h('a', { href: paths.asked(nextCursor), rel: 'next' }, 'More questions from others'),
  );
}

function showTasks(context: InboxContext, page: TaskPage, isFirst: boolean): Html {
  return h(
    'section',
    { 'aria-labelledby': 'tasks-title' },
    h('h2', { id: 'tasks-title' }, 'Tasks'),
    showList(
      'tasks',
      page.tasks.map((task) => showTaskLine(task, context)),
      'There are no tasks.',
    ),
    showMore(context.paths, page.nextCursor, isFirst),
  );
}

export async function showHome(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { url } = visit;
  const { paths, canList } = context;
  if (!canList) {
    const text =
      'This server cannot tell people apart, so it lists no tasks. Open a task by its link.';
    return { title: 'Inbox', body: h('p', { class: 'message' }, text) };
  }
  const cursor = url.searchParams.get('cursor') ?? undefined;
  try {
    const [page, asked] = await Promise.all([
      readTasks(context, visit, cursor),
      readAsked(context, visit),
    ]);
    const [owner, approver] = [asOwner(visit.caller), asApprover(visit.caller)];
    const questions = showQuestions(context, [
      ...page.asking.map((task) => toAsking(owner, task)),
      ...asked.tasks.map((task) => toAsking(approver, task)),
    ]);
    return {
      title: questions.length > 0 ? `Inbox (${questions.length})` : 'Inbox',
      reloads: true,
      body: [
        showDone(url),
        h(
          'section',
          { 'aria-labelledby': 'questions-title' },
          h('h2', { id: 'questions-title' }, 'Waiting for you'),
          showList('questions', questions, 'Nothing is waiting for your answer.'),
          showFurther(paths, asked.nextCursor, page.isAll),
        ),
        showTasks(context, page, cursor === undefined),
      ],
    };
  } catch (error) {
    const isOld = isTaskError(error) && error.code === TaskErrorCode.invalidCursor;
    if (isOld) return redirect(paths, paths.home());
    throw error;
  }
}
