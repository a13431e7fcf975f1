/** Takes the answer to a question: first what happens to it, then the page that says so. */
import type { ElicitationSchema } from '../../core/contract/elicitation-schema.js';
import { isForPeople, isUrlElicitation } from '../../core/contract/input-request.js';
import { isTaskGone } from '../../core/errors.js';
import type { Question } from '../../core/question/question.js';
import { decisionField, NO, YES } from '../forms/form-fields.js';
import type { SeenForm } from '../forms/form-guard.js';
import { isOfForm, readFilledForm, toFilledValues } from '../forms/read-filled-form.js';
import type { Page } from '../html/page.js';

import { afterAnswer } from './after-answer.js';
import {
  aboutQuestion,
  type InboxContext,
  type InboxRequest,
  toQuestionVersion,
} from './inbox-context.js';
import { answerableQuestions, type AskingTask } from './inbox-questions.js';
import { messagePage, statusOfError, textOfError, typedIn } from './message-pages.js';
import { DECISIONS, formSchema, isAnswerable } from './question-view.js';
import { forOthersPage, type QuestionAddress, showClosedQuestion } from './show-closed-question.js';
import { findAskingOrNone, showForm } from './show-one-question.js';

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
}

/** What happens to a sent form. */
type Outcome =
  /** `word`: the pressed button. */
  | (Asked & { readonly kind: 'sent'; readonly word: string })
  /** The person can send it again, with what was filled in. */
  | {
      readonly kind: 'unsent';
      readonly asked: Asked;
      readonly status: number;
      readonly problems: ReadonlyMap<string, string>;
    }
  /** No page of the inbox has made it. */
  | { readonly kind: 'forged' }
  /** The owner sent it, but only other people may answer. */
  | { readonly kind: 'forOthers'; readonly task: AskingTask }
  /** The question is not open, or the visitor sees no such task. */
  | { readonly kind: 'closed' };

const FORGED: Outcome = { kind: 'forged' };
const CLOSED: Outcome = { kind: 'closed' };

function unsent(asked: Asked, status: number, text: string): Outcome {
  return { kind: 'unsent', asked, status, problems: new Map([['', text]]) };
}

/** What a button means: the answer, the problems of the form, or that no page has such a button. */
type Reading =
  | { readonly kind: 'answer'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly kind: 'problems'; readonly problems: ReadonlyMap<string, string> }
  | { readonly kind: 'forged' };

function readAnswer(question: Question, form: URLSearchParams): Reading {
  const word = form.get('action') ?? '';
  const schema = isAnswerable(question) ? formSchema(question) : NO_FIELDS;
  if (!isOfForm(schema, form)) return { kind: 'forged' };
  if (word === 'decline') return { kind: 'answer', response: { action: word } };
  const decision = Object.hasOwn(DECISIONS, word) ? decisionField(schema) : undefined;
  const isFilled = word === 'accept' || decision !== undefined;
  if (!isAnswerable(question) || !isFilled) return { kind: 'forged' };
  const action = 'accept';
  if (isUrlElicitation(question)) return { kind: 'answer', response: { action } };
  const { content, problems } = decision
    ? readFilledForm(schema, new URLSearchParams({ [decision.id]: DECISIONS[word] ? YES : NO }))
    : readFilledForm(schema, form);
  if (problems.size > 0) return { kind: 'problems', problems };
  return { kind: 'answer', response: { action, content } };
}

async function send(
  { tasks }: InboxContext,
  { form }: InboxRequest,
  { asked, response }: { readonly asked: Asked; readonly response: object },
): Promise<Outcome> {
  const { task, question } = asked;
  const { by, taskId, shown } = task;
  const { key } = question;
  try {
    const options = {
      asked: shown,
      untilTakenMs: TAKEN_MS,
      answeredIn: { kind: 'inbox' },
    } as const;
    const { tooLate, forOthers } = await tasks.answer(by, taskId, { [key]: response }, options);
    if (forOthers?.includes(key)) return { kind: 'forOthers', task };
    if (tooLate.includes(key)) return CLOSED;
  } catch (error) {
    return isTaskGone(error) ? CLOSED : unsent(asked, statusOfError(error), textOfError(error));
  }
  return { kind: 'sent', ...asked, word: form.get('action') ?? '' };
}

/** Decides about a sent form, and sends the answer in it. */
async function take(
  context: InboxContext,
  visit: InboxRequest,
  { taskId, key }: QuestionAddress,
): Promise<Outcome> {
  const { form, caller, session } = visit;
  if (form.size > MAX_FIELDS) return FORGED;
  const task = await findAskingOrNone(context, visit, taskId);
  const question = task && answerableQuestions(task).find((each) => each.key === key);
  if (!question) {
    const isForOthers = task?.questions.some((each) => each.key === key);
    return task && isForOthers ? { kind: 'forOthers', task } : CLOSED;
  }
  if (!isForPeople(question)) return FORGED;
  const asked: Asked = { task, question };
  const about = aboutQuestion(taskId, key, await toQuestionVersion(question));
  const use = { session: session.id, owner: caller.owner, about };
  if (!(await context.guard.holds(form.get('token'), use))) {
    const text =
      'This page was out of date. Check the question and your answer, then send it again.';
    return unsent(asked, 403, text);
  }
  const reading = readAnswer(question, form);
  switch (reading.kind) {
    case 'answer':
      return send(context, visit, { asked, response: reading.response });
    case 'problems':
      return { kind: 'unsent', asked, status: 422, problems: reading.problems };
    case 'forged':
      return FORGED;
  }
}

function forgedPage({ form }: InboxRequest): Page {
  const text =
    'It has duplicate fields, or fields that the inbox did not add. Nothing was sent: open the question again.';
  return messagePage({ status: 400, title: 'This form was changed', text }, typedIn(form));
}

/** Opens the sealed text of a form that this server made for the visitor. */
async function openForm(
  { guard }: InboxContext,
  { form, session, caller }: InboxRequest,
): Promise<SeenForm | undefined> {
  return guard.open(form.get('token'), { session: session.id, owner: caller.owner });
}

/** Takes an answer to a question. If that fails, the page shows the reason and the filled-in values. */
export async function takeAnswer(
  context: InboxContext,
  visit: InboxRequest,
  address: QuestionAddress,
): Promise<Page | Response> {
  const outcome = await take(context, visit, address);
  switch (outcome.kind) {
    case 'sent':
      return afterAnswer(context, visit, outcome);
    case 'unsent': {
      const { asked, status, problems } = outcome;
      const again = { status, problems, values: toFilledValues(visit.form) };
      return showForm(context, visit, { ...asked, again });
    }
    case 'forged':
      return forgedPage(visit);
    case 'forOthers':
      return forOthersPage(context, visit, outcome.task);
    case 'closed': {
      const seen = await openForm(context, visit);
      return showClosedQuestion(context, visit, { ...address, seen });
    }
  }
}
