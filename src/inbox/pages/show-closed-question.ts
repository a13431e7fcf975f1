/** The page of a question that the visitor can no longer answer: its receipt, with a note for a late answer. */
import { isTaskGone } from '../../core/errors.js';
import { type Decision, MAX_DECISION_EVENTS } from '../../core/question/decision.js';
import { verdictOf } from '../../core/question/verdict.js';
import type { Viewer } from '../../core/task/viewer.js';
import { toDigits } from '../../core/value/number-words.js';
import type { SeenForm } from '../forms/form-guard.js';
import { h, type Html } from '../html/html.js';
import type { Page } from '../html/page.js';
import { isCaller } from '../html/person-name.js';

import { type DecisionReader, showAnswer, showEnding, showVerdict } from './decision-view.js';
import { type InboxContext, type InboxRequest, toSeenVersion } from './inbox-context.js';
import { type AskingTask, findDecided } from './inbox-questions.js';
import { homeLink, notFoundPage, typedIn } from './message-pages.js';
import { showQuestionText, toQuestionLine } from './question-view.js';

export interface QuestionPlace {
  readonly taskId: string;
  readonly key: string;
}

/** Explains to the owner of a task that other people have to answer its question. */
export function forOthersPage(
  { paths }: InboxContext,
  { form }: InboxRequest,
  { taskId, by }: Pick<AskingTask, 'taskId' | 'by'>,
): Page {
  const text =
    'You may not answer this question of your own task. Its approvers see it in their inbox.';
  return {
    status: 403,
    title: 'Somebody else has to answer',
    body: [
      h('p', { class: 'message' }, text),
      taskLink(paths.task(taskId), by),
      typedIn(form),
      homeLink(paths),
    ],
  };
}

function taskLink(href: string, { role }: Viewer): Html {
  return role === 'owner' && h('p', {}, h('a', { href }, 'Show the task'));
}

/** The note for a visitor whose answer came too late. */
function showLate(decision: Decision | undefined, { caller }: InboxRequest): Html {
  const { end } = decision ?? {};
  const isOwn = end?.kind === 'answered' && end.answeredBy && isCaller(end.answeredBy, caller);
  const text = !decision
    ? 'The question was answered or withdrawn before your answer arrived. Your answer does not count.'
    : isOwn
      ? 'You had answered it already. That answer counts.'
      : end?.kind === 'answered'
        ? 'Another answer was first. The first answer counts, so yours does not.'
        : 'Your answer does not count.';
  return h(
    'div',
    { class: 'summary', role: 'alert', tabindex: '-1', autofocus: true },
    h('h2', {}, 'Your answer came too late'),
    h('p', {}, text),
  );
}

function showRecord(decision: Decision | undefined, reader: DecisionReader): Html {
  if (!decision) {
    const text = `It was answered, here or elsewhere, or was withdrawn. The newest ${toDigits(MAX_DECISION_EVENTS)} events of its history do not tell more.`;
    return h('p', { class: 'message' }, text);
  }
  return [
    decision.request && showQuestionText(decision.request),
    h('p', {}, showVerdict(verdictOf(decision)), ' ', showEnding(decision, reader)),
    showAnswer(decision),
  ];
}

/**
 * Shows what became of a question, from the history.
 *
 * @param seen The form that the visitor has sent, if this server made it for them. Absent: no answer was sent.
 */
export async function showClosedQuestion(
  context: InboxContext,
  visit: InboxRequest,
  { taskId, key, seen }: QuestionPlace & { readonly seen?: SeenForm | undefined },
): Promise<Page> {
  const { paths, toolTitle, hasSeveralIssuers } = context;
  const { form } = visit;
  const hasSeen = seen !== undefined && toSeenVersion(seen.about, { taskId, key }) !== undefined;
  const found = await findDecided(context, visit.caller, { taskId, key }).catch(
    (error: unknown) => {
      if (isTaskGone(error)) return undefined;
      throw error;
    },
  );
  const { by, decision, toolName } = found ?? {};
  // An approver learns of a task only by its questions.
  const isKnown = decision !== undefined || by?.role === 'owner' || hasSeen;
  if (!by || toolName === undefined || !isKnown) return notFoundPage(paths, form);
  const { request } = decision ?? {};
  const isLate = form.size > 0;
  return {
    status: isLate ? 409 : decision ? 200 : 404,
    above: toolTitle(toolName),
    title: request ? toQuestionLine(request) : 'This question is no longer open',
    isError: isLate,
    body: [
      isLate && showLate(decision, visit),
      showRecord(decision, { caller: visit.caller, hasSeveralIssuers }),
      taskLink(paths.task(taskId), by),
      typedIn(form, hasSeen ? seen.fields : []),
      homeLink(paths),
    ],
  };
}
