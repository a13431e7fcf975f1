/** The first page: the questions that wait for the visitor. */
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { AskedPage } from '../../core/question/asked-task.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import { asApprover, asOwner } from '../../core/task/viewer.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { type Page, redirect } from '../html/page.js';
import { toShortName } from '../html/person-name.js';
import { toListTitle } from '../html/tabs.js';
import { showSince } from '../html/time-view.js';

import type { InboxRequest, InboxContext } from './inbox-context.js';
import { answerableQuestions, type AskingTask, toAsking } from './inbox-questions.js';
import { noListPage, showDone } from './message-pages.js';
import { toQuestionLine } from './question-view.js';

/** Number of pages of tasks that are searched for the visitor's questions. */
const MAX_PAGES = 3;

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

/** Reads the running tasks of a person, which come first in their list. */
async function readAsking(
  { tasks }: InboxContext,
  { caller }: InboxRequest,
): Promise<{ readonly asking: readonly Task[]; readonly isAll: boolean }> {
  const asking: Task[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const page = await tasks.list(asOwner(caller), cursor === undefined ? {} : { cursor });
    asking.push(...page.tasks);
    cursor = page.nextCursor;
    const last = page.tasks.at(-1);
    if (cursor === undefined || (last && isClosed(last.phase))) return { asking, isAll: true };
  }
  return { asking, isAll: false };
}

/** Reads a page of other people's questions; it is empty without approvals. */
async function readAsked(
  { tasks, hasApprovers }: InboxContext,
  { caller, url }: InboxRequest,
): Promise<AskedPage> {
  if (!hasApprovers) return { tasks: [] };
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

/** The link to further questions. */
function showFurther(paths: InboxPaths, nextCursor: string | undefined, isAll: boolean): Html {
  return h(
    'nav',
    { 'aria-label': 'Further questions' },
    !isAll && h('p', { class: 'hint' }, 'Your older tasks may have more questions.'),
    nextCursor !== undefined &&
      h('a', { href: paths.asked(nextCursor), rel: 'next' }, 'More questions from others'),
  );
}

export async function showWaiting(
  context: InboxContext,
  visit: InboxRequest,
): Promise<Page | Response> {
  const { paths, canList } = context;
  if (!canList) return noListPage();
  try {
    const [{ asking, isAll }, asked] = await Promise.all([
      readAsking(context, visit),
      readAsked(context, visit),
    ]);
    const [owner, approver] = [asOwner(visit.caller), asApprover(visit.caller)];
    const questions = showQuestions(context, [
      ...asking.map((task) => toAsking(owner, task)),
      ...asked.tasks.map((task) => toAsking(approver, task)),
    ]);
    const isAtLeast = !isAll || asked.nextCursor !== undefined;
    const waiting = { count: questions.length, isAtLeast };
    return {
      title: toListTitle('Waiting', waiting),
      tabs: { current: 'waiting', counts: { waiting } },
      reloads: true,
      body: [
        showDone(visit.url),
        questions.length > 0
          ? h('ul', { id: 'questions', class: 'cards' }, questions)
          : h('p', { class: 'nothing' }, 'Nothing is waiting for your answer.'),
        showFurther(paths, asked.nextCursor, isAll),
      ],
    };
  } catch (error) {
    const isOld = isTaskError(error) && error.code === TaskErrorCode.invalidCursor;
    if (isOld) return redirect(paths, paths.home());
    throw error;
  }
}
