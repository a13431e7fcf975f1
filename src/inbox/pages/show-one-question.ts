/** The page of one question: its form, or what became of it. */
import { isTaskGone } from '../../core/errors.js';
import type { FilledValues } from '../forms/read-filled-form.js';
import type { Page } from '../html/page.js';

import { showDone } from './done-note.js';
import { type InboxContext, type InboxRequest, toQuestionForm } from './inbox-context.js';
import { answerableQuestions, type AskingTask, findAsking } from './inbox-questions.js';
import { showQuestionPage, toQuestionLine } from './question-view.js';
import { forOthersPage, type QuestionPlace, showClosedQuestion } from './show-closed-question.js';
import { showOrigin } from './show-task.js';

/** A task that asks the visitor, or `undefined` if they see no such task. */
export async function findAskingOrNone(
  context: InboxContext,
  { caller }: InboxRequest,
  taskId: string,
): Promise<AskingTask | undefined> {
  return findAsking(context, caller, taskId).catch((error: unknown) => {
    if (isTaskGone(error)) return undefined;
    throw error;
  });
}

/** The parts of a form that are shown again. */
export interface ShownAgain {
  readonly status: number;
  readonly values: FilledValues;
  readonly problems: ReadonlyMap<string, string>;
}

/** Shows the form of a question. */
export async function showForm(
  context: InboxContext,
  visit: InboxRequest,
  {
    task,
    question,
    again,
  }: {
    readonly task: AskingTask;
    readonly question: AskingTask['questions'][number];
    readonly again?: ShownAgain | undefined;
  },
): Promise<Page> {
  const { status = 200, ...filled } = again ?? {};
  const { taskId, toolName } = task;
  const form = await toQuestionForm(context, visit, { taskId, question, ...filled });
  return {
    status,
    above: context.toolTitle(toolName),
    title: toQuestionLine(question),
    isError: (again?.problems.size ?? 0) > 0,
    body: [await showDone(context, visit), showQuestionPage(form), showOrigin(task, context)],
  };
}

/** Shows one question, of the visitor's own task or another person's. */
export async function showOneQuestion(
  context: InboxContext,
  visit: InboxRequest,
  { taskId, key }: QuestionPlace,
): Promise<Page> {
  const task = await findAskingOrNone(context, visit, taskId);
  const question = task && answerableQuestions(task).find((each) => each.key === key);
  if (question) return showForm(context, visit, { task, question });
  const isForOthers = task?.questions.some((each) => each.key === key);
  return task && isForOthers
    ? forOthersPage(context, visit, task)
    : showClosedQuestion(context, visit, { taskId, key });
}
