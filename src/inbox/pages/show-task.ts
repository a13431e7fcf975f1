/** The page of a task, and the page for its cancellation. */
import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import { mayAnswer } from '../../core/question/approvers.js';
import type { TaskHistory } from '../../core/task/task-history.js';
import { isClosed } from '../../core/task/task-status.js';
import { toTaskTitle } from '../../core/task/task-title.js';
import { toTaskView } from '../../core/task/task-view.js';
import { asOwner } from '../../core/task/viewer.js';
import { toJson } from '../../core/value/exact-json.js';
import { showArguments } from '../components/fields.js';
import { h, type Html } from '../html/html.js';
import { type Page, PAGE_HEADERS, redirect } from '../html/page.js';
import { toFullName } from '../html/person-name.js';
import { showMoment, showSince } from '../html/time-view.js';

import { showDone } from './done-note.js';
import { type InboxRequest, type InboxContext, toQuestionForm } from './inbox-context.js';
import type { AskingTask } from './inbox-questions.js';
import { showQuestion } from './question-view.js';
import { showTaskBody } from './task-view.js';

/** Reads a page of the history. `undefined`: it cannot be read now, for any reason; the log of the server has it. */
async function readPast(
  { tasks }: InboxContext,
  { caller, url }: InboxRequest,
  taskId: string,
): Promise<TaskHistory | 'invalidCursor' | undefined> {
  const cursor = url.searchParams.get('events') ?? undefined;
  try {
    return await tasks.history(asOwner(caller), taskId, { cursor });
  } catch (error) {
    const isOld = hasCode(error, TaskErrorCode.invalidCursor);
    return isOld ? 'invalidCursor' : undefined;
  }
}

/** Shows a task of the visitor's own, with its questions and what has happened. */
export async function showTaskPage(
  context: InboxContext,
  visit: InboxRequest,
  taskId: string,
): Promise<Page | Response> {
  const { tasks, paths, approversOf, temporalUrl } = context;
  const { caller, url } = visit;
  const [task, history] = await Promise.all([
    tasks.get(asOwner(caller), taskId),
    readPast(context, visit, taskId),
  ]);
  if (history === 'invalidCursor') return redirect(paths, paths.task(taskId));
  const toolTitle = context.toolTitle(task.toolName);
  const forms = await Promise.all(
    task.questions
      .filter((question) => mayAnswer(question, 'owner'))
      .map(async (question) => toQuestionForm(context, visit, { taskId, question })),
  );
  const isFirst = !url.searchParams.has('events');
  const view = history && toTaskView(history, task, { toolTitle, nowMs: Date.now() });
  const options = { paths, approversOf, caller, toolTitle, temporalUrl: temporalUrl(taskId) };
  return {
    title: view?.title ?? toTaskTitle(task, toolTitle),
    isWide: true,
    reloads: forms.length === 0 && !isClosed(task.phase),
    body: [
      await showDone(context, visit),
      showTaskBody(task, view && { view, history, isFirst }, {
        ...options,
        forms: forms.map(showQuestion),
      }),
    ],
  };
}

/** Sends the result of a task as a JSON file. */
export async function sendResult(
  { tasks }: InboxContext,
  { caller }: InboxRequest,
  taskId: string,
): Promise<Response> {
  const { outcome } = await tasks.get(asOwner(caller), taskId);
  if (outcome?.kind !== 'result') throw new TaskError(TaskErrorCode.taskNotFound, 'No result.');
  const { structuredContent, content } = outcome.result;
  return new Response(toJson(structuredContent ?? content, 2), {
    headers: {
      ...PAGE_HEADERS,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="result.json"',
    },
  });
}

/** Asks for confirmation of a cancellation. */
export async function showCancel(
  context: InboxContext,
  visit: InboxRequest,
  taskId: string,
): Promise<Page> {
  const { tasks, paths, guard, toolTitle } = context;
  const { caller, session } = visit;
  const task = await tasks.get(asOwner(caller), taskId);
  const back = h('a', { class: 'button secondary', href: paths.task(taskId) }, 'Keep it');
  if (isClosed(task.phase) || task.cancelRequested) {
    const text = 'This task has already ended, or is being cancelled.';
    const link = h('a', { href: paths.task(taskId) }, 'Back to the task');
    return {
      title: 'Nothing to cancel',
      status: 409,
      body: [h('p', { class: 'message' }, text), h('p', {}, link)],
    };
  }
  const use = { session: session.id, owner: caller.owner, about: aboutCancel(taskId) };
  const token = await guard.seal(use);
  return {
    title: `Cancel ${toolTitle(task.toolName)}?`,
    body: h(
      'form',
      { method: 'post', action: paths.cancel(taskId) },
      h(
        'p',
        { class: 'message' },
        'The workflow is asked to stop. It may undo finished work, and may take some time to end.',
      ),
      h(
        'dl',
        {},
        h('dt', {}, 'Task'),
        h('dd', {}, h('code', { class: 'id' }, taskId)),
        h('dt', {}, 'Started'),
        h('dd', {}, showMoment(task.createdAt)),
      ),
      h('input', { type: 'hidden', name: 'token', value: token }),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'submit', class: 'danger' }, 'Cancel the task'),
        back,
      ),
    ),
  };
}

/** The purpose of a form that cancels a task. */
export function aboutCancel(taskId: string): string {
  return JSON.stringify(['cancel', taskId]);
}

/** Shows where a question comes from. */
export function showOrigin(
  task: AskingTask,
  { paths, toolTitle, hasSeveralIssuers }: InboxContext,
): Html {
  const { taskId, toolName, createdAt, askedAt, calledBy, workflowArguments, by } = task;
  return [
    h(
      'dl',
      {},
      h('dt', {}, 'Tool'),
      h('dd', {}, toolTitle(toolName)),
      calledBy && [
        h('dt', {}, 'Called by'),
        h('dd', { dir: 'auto' }, toFullName(calledBy, hasSeveralIssuers)),
      ],
      h('dt', {}, 'Called'),
      h('dd', {}, showMoment(createdAt)),
      h('dt', {}, 'Waits for'),
      h('dd', {}, showSince(askedAt)),
    ),
    workflowArguments && showArguments(h, workflowArguments),
    by.role === 'owner' &&
      h('p', {}, h('a', { id: 'task', href: paths.task(taskId) }, 'Show the whole task')),
  ];
}
