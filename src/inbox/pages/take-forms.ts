/** Handles sent forms: an answer to a question, and the cancellation of a task. */
import type { ElicitationSchema } from '../../core/contract/elicitation-schema.js';
import { isForPeople, isUrlElicitation } from '../../core/contract/input-request.js';
import { isTaskError, isTaskGone, TaskErrorCode } from '../../core/errors.js';
import type { Question } from '../../core/question/question.js';
import { asOwner } from '../../core/task/viewer.js';
import { decisionField, NO, YES } from '../forms/form-fields.js';
import type { SeenForm } from '../forms/form-guard.js';
import { isOfForm, readFilledForm, toFilledValues } from '../forms/read-filled-form.js';
import { type Page, redirect } from '../html/page.js';

import { findTooLatePage, notAskedPage, tooLatePage } from './closed-question-pages.js';
import {
  aboutQuestion,
  type InboxRequest,
  type InboxContext,
  toQuestionVersion,
} from './inbox-context.js';
import { answerableQuestions, type AskingTask, findAsking } from './inbox-questions.js';
import { messagePage, notFoundPage, statusOfError, textOfError, typedIn } from './message-pages.js';
import { DECISIONS, formSchema, isAnswerable } from './question-view.js';
import { aboutCancel, showCancel, showOneQuestion } from './show-task.js';

/**
 * Time for which a page waits until the Workflow has taken an answer, in milliseconds. After that, no process shows
 * the question.
 */
const TAKEN_MS = 1_000;

/** Limit of fields, above that of any form. */
const MAX_FIELDS = 2_000;

/** The form of a question that cannot be shown. */
const NO_FIELDS: ElicitationSchema = { type: 'object', properties: {} };

/** An open question, with its task. */
interface Asked {
  readonly task: AskingTask;
  readonly question: Question;
  readonly seen: SeenForm | undefined;
}

function forgedPage({ form }: InboxRequest): Page {
  const text =
    'It has duplicate fields, or fields that the inbox did not add. Nothing was sent: open the question again.';
  return messagePage({ status: 400, title: 'This form was changed', text }, typedIn(form));
}

/** Shows a question again with the filled-in values and the problems. */
async function showAgain(
  context: InboxContext,
  visit: InboxRequest,
  {
    asked: { task, question },
    ...again
  }: {
    readonly asked: Asked;
    readonly status: number;
    readonly problems: ReadonlyMap<string, string>;
  },
): Promise<Page> {
  const values = toFilledValues(visit.form);
  const { taskId } = task;
  const { key } = question;
  return showOneQuestion(context, visit, { taskId, key, task, again: { ...again, values } });
}

async function send(
  context: InboxContext,
  visit: InboxRequest,
  {
    asked,
    response,
    word,
  }: {
    readonly asked: Asked;
    readonly response: Readonly<Record<string, unknown>>;
    /** The pressed button. */
    readonly word: string;
  },
): Promise<Page | Response> {
  const { task, question, seen } = asked;
  const { by, taskId, shown } = task;
  const { key } = question;
  const { paths } = context;
  try {
    const options = { asked: shown, untilTakenMs: TAKEN_MS };
    const results = await context.tasks.answer(by, taskId, { [key]: response }, options);
    const { tooLate, forOthers = [], first = {} } = results;
    if (forOthers.includes(key)) return await showOneQuestion(context, visit, { taskId, key });
    if (tooLate.includes(key)) {
      const earlier = Object.hasOwn(first, key) ? first[key] : undefined;
      return tooLatePage(context, visit, { task, first: earlier, seen });
    }
  } catch (error) {
    const late =
      isTaskGone(error) && (await findTooLatePage(context, visit, { taskId, key, seen }));
    if (late) return late;
    if (isTaskGone(error)) throw error;
    const problems = new Map([['', textOfError(error)]]);
    return showAgain(context, visit, { asked, status: statusOfError(error), problems });
  }
  const to = by.role === 'owner' ? paths.task(taskId) : paths.home();
  return redirect(paths, `${to}?done=${word}`);
}

/** Takes an answer to a question. If that fails, the page shows the reason and the filled-in values. */
export async function takeAnswer(
  context: InboxContext,
  visit: InboxRequest,
  { taskId, key }: { readonly taskId: string; readonly key: string },
): Promise<Page | Response> {
  const { form, caller, session } = visit;
  if (form.size > MAX_FIELDS) return forgedPage(visit);
  const seen = await context.guard.open(form.get('token'), {
    session: session.id,
    owner: caller.owner,
  });
  const late = async () => findTooLatePage(context, visit, { taskId, key, seen });
  const task = await findAsking(context, caller, taskId).catch((error: unknown) => {
    if (isTaskGone(error)) return undefined;
    throw error;
  });
  if (!task) return (await late()) ?? notFoundPage(context.paths, form);
  const question = answerableQuestions(task).find((each) => each.key === key);
  if (!question) {
    const isForOthers = task.questions.some((each) => each.key === key);
    return (isForOthers ? undefined : await late()) ?? notAskedPage(context, visit, { task, key });
  }
  if (!isForPeople(question)) return forgedPage(visit);
  const asked: Asked = { task, question, seen };
  const about = aboutQuestion(taskId, key, await toQuestionVersion(question));
  const use = { session: session.id, owner: caller.owner, about };
  if (!(await context.guard.holds(form.get('token'), use))) {
    const text =
      'This page was out of date. Check the question and your answer, then send it again.';
    return showAgain(context, visit, { asked, status: 403, problems: new Map([['', text]]) });
  }
  return takeAction(context, visit, asked);
}

async function takeAction(
  context: InboxContext,
  visit: InboxRequest,
  asked: Asked,
): Promise<Page | Response> {
  const { form } = visit;
  const { question } = asked;
  const word = form.get('action') ?? '';
  const schema = isAnswerable(question) ? formSchema(question) : NO_FIELDS;
  if (!isOfForm(schema, form)) return forgedPage(visit);
  if (word === 'decline') {
    return send(context, visit, { asked, response: { action: word }, word });
  }
  if (!isAnswerable(question)) return forgedPage(visit);
  const decision = Object.hasOwn(DECISIONS, word) ? decisionField(schema) : undefined;
  const isFilled = word === 'accept' || decision !== undefined;
  if (!isFilled) return forgedPage(visit);
  const action = 'accept';
  if (isUrlElicitation(question))
    return send(context, visit, { asked, response: { action }, word });
  const { content, problems } = decision
    ? readFilledForm(schema, new URLSearchParams({ [decision.id]: DECISIONS[word] ? YES : NO }))
    : readFilledForm(schema, form);
  if (problems.size > 0) return showAgain(context, visit, { asked, status: 422, problems });
  return send(context, visit, { asked, response: { action, content }, word });
}

/** Cancels a task, if the form comes from the page that asks about this cancellation. */
export async function takeCancel(
  context: InboxContext,
  visit: InboxRequest,
  taskId: string,
): Promise<Page | Response> {
  const { tasks, paths, guard, protocol } = context;
  const { form, caller, session } = visit;
  const use = { session: session.id, owner: caller.owner, about: aboutCancel(taskId) };
  const [token, ...others] = form.getAll('token');
  if (others.length > 0 || !(await guard.holds(token ?? null, use))) {
    return { ...(await showCancel(context, visit, taskId)), status: 403 };
  }
  try {
    await tasks.cancel(asOwner(caller), taskId, { protocol });
  } catch (error) {
    if (!isTaskError(error) || error.code !== TaskErrorCode.taskTerminal) throw error;
    return showCancel(context, visit, taskId);
  }
  return redirect(paths, `${paths.task(taskId)}?done=cancel`);
}
