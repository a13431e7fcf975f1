/** Pages about closed questions, and about questions that the visitor may not answer. */
import { isTaskGone } from '../../core/errors.js';
import type { FirstAnswer } from '../../core/question/answer-results.js';
import type { SeenForm } from '../forms/form-guard.js';
import { h, type Html } from '../html/html.js';
import type { Page } from '../html/page.js';
import { isCaller, toFullName } from '../html/person-name.js';
import { showSince } from '../html/time-view.js';

import { type InboxRequest, type InboxContext, isAboutQuestion } from './inbox-context.js';
import { type AskingTask, findPast } from './inbox-questions.js';
import { homeLink, typedIn } from './message-pages.js';

/** The task of a question that is over. */
type OverTask = Pick<AskingTask, 'taskId' | 'by'>;

/** Explains to a reader of the task that they cannot answer the question. */
export function notAskedPage(
  context: InboxContext,
  visit: InboxRequest,
  { task, key }: { readonly task: AskingTask; readonly key: string },
): Page {
  const isForOthers = task.questions.some((question) => question.key === key);
  if (!isForOthers) {
    const text = 'It has been answered, here or elsewhere, or was withdrawn.';
    return overPage(context, visit, { task, title: 'This question is no longer open', text });
  }
  const text =
    'You may not answer this question of your own task. Its approvers see it in their inbox.';
  const title = 'Somebody else has to answer';
  return { ...overPage(context, visit, { task, title, text }), status: 403 };
}

/** Shows the first answer's author, if known. */
function showFirst(first: FirstAnswer | undefined, { caller }: InboxRequest): Html {
  if (!first) {
    return 'The question was answered or withdrawn before your answer arrived. Your answer does not count.';
  }
  const { answeredBy, answeredAt } = first;
  if (answeredBy && isCaller(answeredBy, caller)) {
    return ['You have answered it already, ', showSince(answeredAt), ' ago. That answer counts.'];
  }
  return [
    h('span', { dir: 'auto' }, answeredBy ? toFullName(answeredBy) : 'Somebody else'),
    ' answered ',
    showSince(answeredAt),
    ' ago. The first answer counts, so yours does not.',
  ];
}

/** The page for a late answer, with the author of the first answer. */
export function tooLatePage(
  context: InboxContext,
  visit: InboxRequest,
  {
    task,
    first,
    seen,
  }: {
    readonly task: OverTask;
    readonly first: FirstAnswer | undefined;
    readonly seen: SeenForm | undefined;
  },
): Page {
  const text = showFirst(first, visit);
  return overPage(context, visit, { task, title: 'Your answer came too late', text, seen });
}

/**
 * Returns the page for a late answer, if the sent form shows that the visitor has seen the question.
 *
 * @returns `undefined` if the form is not about this question, or the visitor may no longer see its task.
 */
export async function findTooLatePage(
  context: InboxContext,
  visit: InboxRequest,
  {
    taskId,
    key,
    seen,
  }: { readonly taskId: string; readonly key: string; readonly seen: SeenForm | undefined },
): Promise<Page | undefined> {
  if (!seen || !isAboutQuestion(seen.about, taskId, key)) return undefined;
  const { seenAtMs } = seen;
  try {
    const { by, first } = await findPast(context, visit.caller, { taskId, key, seenAtMs });
    return tooLatePage(context, visit, { task: { taskId, by }, first, seen });
  } catch (error) {
    if (isTaskGone(error)) return undefined;
    throw error;
  }
}

function overPage(
  { paths }: InboxContext,
  { form }: InboxRequest,
  {
    task: { by, taskId },
    title,
    text,
    seen,
  }: {
    readonly task: OverTask;
    readonly title: string;
    readonly text: Html;
    readonly seen?: SeenForm | undefined;
  },
): Page {
  return {
    status: form.size > 0 ? 409 : 404,
    title,
    body: [
      h('p', { class: 'message' }, text),
      by.role === 'owner' && h('p', {}, h('a', { href: paths.task(taskId) }, 'Show the task')),
      typedIn(form, seen?.fields),
      homeLink(paths),
    ],
  };
}
