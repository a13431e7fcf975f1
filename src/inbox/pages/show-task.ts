/** The page of a task, and the page for its cancellation. */
import { mayAnswer } from '../../core/question/approvers.js';
import { isClosed } from '../../core/task/task-status.js';
import { asOwner } from '../../core/task/viewer.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';
import { h, type Html } from '../html/html.js';
import { preformatted } from '../html/outcome-view.js';
import type { Page } from '../html/page.js';
import { toFullName } from '../html/person-name.js';
import { showMoment, showSince } from '../html/time-view.js';

import { showDone } from './done-note.js';
import { type InboxRequest, type InboxContext, toQuestionForm } from './inbox-context.js';
import type { AskingTask } from './inbox-questions.js';
import { showQuestion } from './question-view.js';
import { showEnd, showStatus } from './task-view.js';

/** Largest number of shown rows, so that people can read them. */
const MAX_ROWS = 100;

/** Shows a task of the visitor's own, with its questions. */
export async function showTask(
  context: InboxContext,
  visit: InboxRequest,
  taskId: string,
): Promise<Page> {
  const { tasks, paths, toolTitle, temporalUrl } = context;
  const task = await tasks.get(asOwner(visit.caller), taskId);
  const { toolName } = task;
  const options = { paths, toolTitle: toolTitle(toolName), temporalUrl: temporalUrl(taskId) };
  const forms = await Promise.all(
    task.questions
      .filter((question) => mayAnswer(question, 'owner'))
      .map(async (question) => toQuestionForm(context, visit, { taskId, question })),
  );
  return {
    title: options.toolTitle,
    reloads: forms.length === 0 && !isClosed(task.phase),
    body: [
      await showDone(context, visit),
      showStatus(task, options),
      forms.map(showQuestion),
      showEnd(task, options),
    ],
  };
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

function showValue(value: unknown): Html {
  if (value === null || value === undefined) return h('span', { class: 'hint' }, 'nothing');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return h('span', { class: 'message', dir: 'auto' }, value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isList
    ? h(
        'ul',
        {},
        value.map((item) => h('li', { dir: 'auto' }, String(item))),
      )
    : preformatted(toJson(value, 2));
}

/** Shows the arguments: the members of a single object, or each argument by its number. */
function showArguments(workflowArguments: readonly unknown[]): Html {
  const [only] = workflowArguments;
  const rows: readonly (readonly [string, unknown])[] =
    workflowArguments.length === 1 && isRecord(only)
      ? Object.entries(only)
      : workflowArguments.map((value, index) => [`Argument ${index + 1}`, value]);
  if (rows.length === 0) return h('p', { class: 'nothing' }, 'Called without arguments.');
  return [
    h(
      'table',
      {},
      h('caption', {}, 'Called with'),
      h(
        'tbody',
        {},
        rows
          .slice(0, MAX_ROWS)
          .map(([name, value]) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row', dir: 'auto' }, name),
              h('td', {}, showValue(value)),
            ),
          ),
      ),
    ),
    rows.length > MAX_ROWS &&
      h('p', { class: 'hint' }, `The rest is not shown: ${rows.length - MAX_ROWS} more.`),
  ];
}

/** Shows where a question comes from. */
export function showFacts(
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
    workflowArguments && showArguments(workflowArguments),
    by.role === 'owner' &&
      h('p', {}, h('a', { id: 'task', href: paths.task(taskId) }, 'Show the whole task')),
  ];
}
