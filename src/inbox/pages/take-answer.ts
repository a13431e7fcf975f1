/** Takes the answer to a question: first what happens to it, then the page that says so. */
import type { ElicitationSchema } from '../../core/contract/elicitation-schema.js';
import { isUrlElicitation } from '../../core/contract/input-request.js';
import type { Question } from '../../core/question/question.js';
import { decisionField, NO, YES } from '../forms/form-fields.js';
import { isOfForm, readFilledForm, toFilledValues } from '../forms/read-filled-form.js';
import type { Page } from '../html/page.js';

import { afterAnswer } from './after-answer.js';
import { answerQuestion, type Asked, type FormReply } from './answer-question.js';
import { type InboxContext, type InboxRequest, toSeenVersion } from './inbox-context.js';
import { messagePage, statusOfError, textOfError, typedIn } from './message-pages.js';
import { DECISIONS, formSchema, isAnswerable } from './question-view.js';
import { forOthersPage, type QuestionPlace, showClosedQuestion } from './show-closed-question.js';
import { showForm, type ShownAgain } from './show-one-question.js';

/** Limit of fields, above that of any form. */
const MAX_FIELDS = 2_000;

/** The form of a question that cannot be shown. */
const NO_FIELDS: ElicitationSchema = { type: 'object', properties: {} };

/** The form of a question that is not the one that the page has shown. */
const OUT_OF_DATE =
  'This page was out of date. Check the question and your answer, then send it again.';

/** The problems of a form. `undefined`: no page has such a form. */
type Problems = ReadonlyMap<string, string> | undefined;

const FORGED: FormReply<Problems> = { refusal: undefined };

function readAnswer(question: Question, form: URLSearchParams): FormReply<Problems> {
  const word = form.get('action') ?? '';
  const schema = isAnswerable(question) ? formSchema(question) : NO_FIELDS;
  if (!isOfForm(schema, form)) return FORGED;
  if (word === 'decline') return { response: { action: word } };
  const decision = Object.hasOwn(DECISIONS, word) ? decisionField(schema) : undefined;
  const isFilled = word === 'accept' || decision !== undefined;
  if (!isAnswerable(question) || !isFilled) return FORGED;
  const action = 'accept';
  if (isUrlElicitation(question)) return { response: { action } };
  const { content, problems } = decision
    ? readFilledForm(schema, new URLSearchParams({ [decision.id]: DECISIONS[word] ? YES : NO }))
    : readFilledForm(schema, form);
  if (problems.size > 0) return { refusal: problems };
  return { response: { action, content } };
}

/** Shows the form again, with the reason and what was filled in. */
async function askAgain(
  context: InboxContext,
  visit: InboxRequest,
  asked: Asked,
  { status, problems }: Pick<ShownAgain, 'status' | 'problems'>,
): Promise<Page> {
  const again = { status, problems, values: toFilledValues(visit.form) };
  return showForm(context, visit, { ...asked, again });
}

function forgedPage({ form }: InboxRequest): Page {
  const text =
    'It has duplicate fields, or fields that the inbox did not add. Nothing was sent: open the question again.';
  return messagePage({ status: 400, title: 'This form was changed', text }, typedIn(form));
}

/** Takes an answer to a question. If that fails, the page shows the reason and the filled-in values. */
export async function takeAnswer(
  context: InboxContext,
  visit: InboxRequest,
  address: QuestionPlace,
): Promise<Page | Response> {
  const { form, caller, session } = visit;
  if (form.size > MAX_FIELDS) return forgedPage(visit);
  const seen = await context.guard.open(form.get('token'), {
    session: session.id,
    owner: caller.owner,
  });
  const version = seen && toSeenVersion(seen.about, address);
  const outcome = await answerQuestion(context, visit, { ...address, version }, (question) =>
    readAnswer(question, form),
  );
  switch (outcome.kind) {
    case 'sent':
      return afterAnswer(context, visit, outcome);
    case 'changed': {
      const problems = new Map([['', OUT_OF_DATE]]);
      return askAgain(context, visit, outcome, { status: 403, problems });
    }
    case 'failed': {
      const { error } = outcome;
      const problems = new Map([['', textOfError(error)]]);
      return askAgain(context, visit, outcome, { status: statusOfError(error), problems });
    }
    case 'refused': {
      const { refusal } = outcome;
      if (!refusal) return forgedPage(visit);
      return askAgain(context, visit, outcome, { status: 422, problems: refusal });
    }
    case 'forModels':
      return forgedPage(visit);
    case 'forOthers':
      return forOthersPage(context, visit, outcome.task);
    case 'closed':
      return showClosedQuestion(context, visit, { ...address, seen });
  }
}
