/** Shows a question with its form. */
import type { ElicitationSchema } from '../../core/contract/elicitation-schema.js';
import {
  formOf,
  InputMethod,
  type InputRequest,
  isForPeople,
  isUrlElicitation,
} from '../../core/contract/input-request.js';
import type { Question } from '../../core/question/question.js';
import { cutText } from '../../core/value/cut-text.js';
import { toJson } from '../../core/value/exact-json.js';
import { showHidden } from '../../core/value/quote.js';
import { outsideLink, preformatted, toWebAddress } from '../components/text.js';
import { showField } from '../forms/field-view.js';
import { decisionField, type FormField, toFormFields } from '../forms/form-fields.js';
import { type FilledValues, toZoneId } from '../forms/read-filled-form.js';
import { h, type Html } from '../html/html.js';
import { showTime, showUntil } from '../html/time-view.js';
import { withLinks } from '../html/with-links.js';

/** Longest text of a question in a list, in characters. */
const MAX_LINE = 200;

/** A question with the form that answers it. */
export interface QuestionForm {
  readonly question: Question;
  /** Address of the form. */
  readonly action: string;
  /** The sealed text of the form. */
  readonly token: string;
  /** The filled-in values. Absent: the question's defaults. */
  readonly values?: FilledValues | undefined;
  /** Problems by the ID of the field; '' is the form as a whole. */
  readonly problems?: ReadonlyMap<string, string> | undefined;
}

/** Values of the two buttons of a decision. */
export const DECISIONS: Readonly<Record<string, boolean>> = { approve: true, reject: false };

/** Returns true if a person can answer the question here: it is for people, and valid. */
export function isAnswerable(question: Question): boolean {
  return isForPeople(question) && question.fault === undefined;
}

/** Returns the schema of a question's form. A question that leads to another page has no fields. */
export function formSchema(request: InputRequest): ElicitationSchema {
  if (isUrlElicitation(request)) return { type: 'object', properties: {} };
  return formOf(request);
}

/** Returns the whole text of a question. */
export function toQuestionText({ method, params }: InputRequest): string {
  if (method === InputMethod.sample) return 'A request to a model';
  const { message } = params;
  return typeof message === 'string' && message !== ''
    ? showHidden(message)
    : 'A question without words';
}

/** Returns the text of a question in one line. */
export function toQuestionLine(request: InputRequest): string {
  return cutText(toQuestionText(request).replaceAll(/\s+/g, ' '), MAX_LINE);
}

function showSummary(
  fields: readonly FormField[],
  prefix: string,
  problems: ReadonlyMap<string, string>,
): Html {
  if (problems.size === 0) return undefined;
  return h(
    'div',
    { class: 'summary', role: 'alert', tabindex: '-1', id: `${prefix}-problems`, autofocus: true },
    h('p', {}, h('strong', {}, 'Your answer was not sent.')),
    h(
      'ul',
      {},
      Array.from(problems, ([id, message]) => {
        const field = fields.find((each) => each.id === id);
        if (!field) return h('li', {}, message);
        return h('li', {}, h('a', { href: `#${prefix}-${id}` }, `${field.label} ${message}`));
      }),
    ),
  );
}

type Look = 'primary' | 'secondary' | 'danger' | 'quiet';

function button(action: string, text: string, look: Look): Html {
  return h('button', { type: 'submit', name: 'action', value: action, class: look }, text);
}

/** Shows the texts of a decision, which buttons answer. Nothing for another question. */
export function showDecision(question: Question): Html {
  const field = decisionField(formSchema(question));
  if (!field) return undefined;
  const { label, description } = field;
  return [
    h('p', { class: 'decision', dir: 'auto' }, label),
    description !== undefined && h('p', { class: 'about', dir: 'auto' }, description),
  ];
}

function showFields({ question, values, problems }: QuestionForm, prefix: string): Html {
  return toFormFields(formSchema(question)).map((field) =>
    showField(field, {
      prefix,
      values: values ? (values.get(field.id) ?? []) : field.initial,
      problem: problems?.get(field.id),
      zone: values?.get(toZoneId(field.id))?.[0],
    }),
  );
}

function showButtons(hasFields: boolean, acceptText: string): Html {
  return [
    button('accept', hasFields ? 'Send answer' : acceptText, 'primary'),
    button('decline', 'Decline', 'secondary'),
  ];
}

const DECISION_BUTTONS: Html = [
  button('approve', 'Approve', 'primary'),
  button('reject', 'Reject', 'danger'),
  button('decline', 'Decline to answer', 'quiet'),
];

function showForm(form: QuestionForm, prefix: string, acceptText: string): Html {
  const { question, action, token, problems = new Map<string, string>() } = form;
  const fields = isAnswerable(question) ? toFormFields(formSchema(question)) : [];
  const decision = isAnswerable(question) ? showDecision(question) : undefined;
  return h(
    'form',
    { method: 'post', action, novalidate: true },
    showSummary(fields, prefix, problems),
    h('input', { type: 'hidden', name: 'token', value: token }),
    decision ?? (fields.length > 0 && showFields(form, prefix)),
    h(
      'div',
      { class: 'buttons' },
      !isAnswerable(question)
        ? button('decline', 'Decline', 'secondary')
        : decision
          ? DECISION_BUTTONS
          : showButtons(fields.length > 0, acceptText),
    ),
  );
}

/** Names the fault of a question that cannot be shown. */
function showFault({ fault = '' }: Question): Html {
  return [
    h('p', { class: 'problem' }, 'This question cannot be shown, so you can only decline it.'),
    h('p', { class: 'hint', dir: 'auto' }, `For the author of the workflow: ${fault}.`),
  ];
}

function showVisit({ params }: InputRequest): Html {
  const address = toWebAddress(params['url']);
  const text = String(params['url']);
  return [
    h('p', {}, 'This question is answered on another page. Check the address before you open it:'),
    h(
      'p',
      { class: 'address' },
      address === undefined ? h('code', {}, text) : outsideLink(h, address, text),
    ),
  ];
}

/** Shows until when an answer counts. */
function showDeadline({ answerBy }: Question): Html {
  if (answerBy === undefined) return undefined;
  const left = showUntil(answerBy, Date.now());
  return h(
    'p',
    { class: 'facts' },
    'An answer counts until ',
    showTime(answerBy),
    ' (',
    left,
    ').',
  );
}

/** Shows that earlier answers had no effect. */
function showLost({ lostAnswers }: Question): Html {
  if (lostAnswers === undefined) return undefined;
  const which = lostAnswers === 1 ? 'An answer' : `${lostAnswers} answers`;
  const text = `${which} to this question changed nothing: the workflow is still waiting. You can answer again; the operator of the server can find out why.`;
  return h('p', { class: 'problem', role: 'status' }, text);
}

function showBody(form: QuestionForm, prefix: string): Html {
  const { question } = form;
  if (!isForPeople(question)) {
    return [
      h('p', {}, 'This question is for a model, so it cannot be answered here. It says:'),
      preformatted(h, toJson(question.params['messages'], 2) ?? ''),
    ];
  }
  if (!isAnswerable(question)) {
    return [showFault(question), showForm(form, prefix, '')];
  }
  const isVisit = isUrlElicitation(question);
  return [
    isVisit && showVisit(question),
    question.heldBy &&
      h('p', { class: 'hint' }, 'A client is about to answer it, too. The first answer counts.'),
    showForm(form, prefix, isVisit ? 'I have done it' : 'Accept'),
  ];
}

/** The prefix of the IDs of a question's elements. IDs may contain dots, but selectors would need escapes for them. */
function toPrefix({ key }: Question): string {
  return `q-${key.replaceAll('.', ':')}`;
}

/** Shows the text of a question below its line, if the line cuts it or it has links. */
export function showQuestionText(request: InputRequest): Html {
  const text = toQuestionText(request);
  const linked = withLinks(text);
  const isWhole = text === toQuestionLine(request) && linked.every((part) => part === text);
  return isWhole ? undefined : h('p', { class: 'message', dir: 'auto' }, linked);
}

/** Shows a question on a page that has others, too. */
export function showQuestion(form: QuestionForm): Html {
  const { question } = form;
  const prefix = toPrefix(question);
  return h(
    'article',
    { id: prefix, class: 'card question', 'aria-labelledby': `${prefix}-title` },
    h('h2', { id: `${prefix}-title`, dir: 'auto' }, toQuestionLine(question)),
    showQuestionText(question),
    showDeadline(question),
    showLost(question),
    showBody(form, prefix),
  );
}

/** Shows a question on the page that it gives its title. */
export function showQuestionPage(form: QuestionForm): Html {
  const { question } = form;
  const prefix = toPrefix(question);
  return h(
    'article',
    { id: prefix, class: 'card question', 'aria-labelledby': 'title' },
    showQuestionText(question),
    showDeadline(question),
    showLost(question),
    showBody(form, prefix),
  );
}
