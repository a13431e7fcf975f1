/** What forms do: an answer to a question, and the cancellation of a task. */
import { isTaskError, isTaskGone, TaskErrorCode } from '../core/errors.js';
import { isUrlElicitation } from '../core/input-request.js';
import type { OpenInputRequest } from '../core/open-input-request.js';

import {
  aboutQuestion,
  type Guest,
  type InboxContext,
  toQuestionVersion,
} from './inbox-context.js';
import { type AskingTask, findAsking, type InboxQuestions } from './inbox-questions.js';
import { messagePage, statusOfError, textOfError, typedIn } from './message-pages.js';
import { type Page, redirect } from './page.js';
import { formSchema, isAnswerable } from './question-view.js';
import { isOfForm, readFilledForm, toFilledValues } from './read-filled-form.js';
import {
  aboutCancel,
  notAskedPage,
  notOpenPage,
  showCancel,
  showOneQuestion,
  tooLatePage,
} from './show-task.js';

/** More fields than any form has. */
const MAX_FIELDS = 2_000;

/** A question that is open, and who asks it. */
interface Asked {
  readonly taskId: string;
  readonly key: string;
  readonly task: AskingTask;
  readonly source: InboxQuestions;
  readonly request: OpenInputRequest;
}

function forgedPage({ form }: Guest): Page {
  const text =
    'It has fields that the inbox did not put there, or some twice. Nothing was sent on: open the question again.';
  return messagePage({ status: 400, title: 'This form was changed', text }, typedIn(form));
}

/** Shows a question again with what was filled in, and why it was not taken. */
async function showAgain(
  context: InboxContext,
  guest: Guest,
  {
    asked: { taskId, key, task },
    ...again
  }: {
    readonly asked: Asked;
    readonly status: number;
    readonly problems: ReadonlyMap<string, string>;
  },
): Promise<Page> {
  const values = toFilledValues(guest.form);
  return showOneQuestion(context, guest, { taskId, key, task, again: { ...again, values } });
}

async function send(
  context: InboxContext,
  guest: Guest,
  {
    asked,
    response,
  }: { readonly asked: Asked; readonly response: Readonly<Record<string, unknown>> },
): Promise<Page | Response> {
  const { taskId, key, task, source } = asked;
  const { paths } = context;
  try {
    const { tooLate } = await source.answer(taskId, guest.identity, { [key]: response });
    if (tooLate.includes(key)) return tooLatePage(context, guest, task);
  } catch (error) {
    if (isTaskGone(error)) return notOpenPage(context, guest, { ...task, isOwn: false });
    const problems = new Map([['', textOfError(error)]]);
    return showAgain(context, guest, { asked, status: statusOfError(error), problems });
  }
  const to = task.isOwn ? paths.task(taskId) : paths.home();
  return redirect(`${to}?done=${String(response['action'])}`);
}

/** Takes an answer to a question, or says why not, with all that was filled in. */
export async function takeAnswer(
  context: InboxContext,
  guest: Guest,
  { taskId, key }: { readonly taskId: string; readonly key: string },
): Promise<Page | Response> {
  const { form, identity, session } = guest;
  if (form.size > MAX_FIELDS) return forgedPage(guest);
  const { source, task } = await findAsking(context.questions, taskId, identity);
  const request = Object.hasOwn(task.questions, key) ? task.questions[key] : undefined;
  if (!request) return notAskedPage(context, guest, { task, key });
  if (!isAnswerable(request)) return forgedPage(guest);
  const asked: Asked = { taskId, key, task, source, request };
  const about = aboutQuestion(taskId, key, await toQuestionVersion(request));
  const use = { session: session.id, owner: identity.owner, about };
  if (!(await context.guard.holds(form.get('token'), use))) {
    const text =
      'This page was out of date. Look at the question and your answer once more, and send it again.';
    return showAgain(context, guest, { asked, status: 403, problems: new Map([['', text]]) });
  }
  const schema = formSchema(request);
  if (!isOfForm(schema, form)) return forgedPage(guest);
  const action = form.get('action');
  if (action === 'decline') return send(context, guest, { asked, response: { action } });
  if (action !== 'accept') return forgedPage(guest);
  const { content, problems } = readFilledForm(schema, form);
  if (problems.size > 0) return showAgain(context, guest, { asked, status: 422, problems });
  const response = isUrlElicitation(request) ? { action } : { action, content };
  return send(context, guest, { asked, response });
}

/** Cancels a task, when the form says so that asks about it. */
export async function takeCancel(
  context: InboxContext,
  guest: Guest,
  taskId: string,
): Promise<Page | Response> {
  const { tasks, paths, guard, protocol } = context;
  const { form, identity, session } = guest;
  const { owner } = identity;
  const use = { session: session.id, owner, about: aboutCancel(taskId) };
  const [token, ...others] = form.getAll('token');
  if (others.length > 0 || !(await guard.holds(token ?? null, use))) {
    return { ...(await showCancel(context, guest, taskId)), status: 403 };
  }
  try {
    await tasks.cancel(taskId, owner, { protocol });
  } catch (error) {
    if (!isTaskError(error) || error.code !== TaskErrorCode.taskTerminal) throw error;
    return showCancel(context, guest, taskId);
  }
  return redirect(`${paths.task(taskId)}?done=cancel`);
}
