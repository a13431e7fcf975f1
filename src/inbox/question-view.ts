/** A question as a person answers it. */
import type { ElicitationSchema } from '../core/elicitation-schema.js';
import { checkInputRequest, InputMethod, isUrlElicitation } from '../core/input-request.js';
import type { OpenInputRequest } from '../core/open-input-request.js';

import { showField } from './field-view.js';
import { type FormField, toFormFields } from './form-fields.js';
import { h, type Html } from './html.js';
import { outsideLink, preformatted, toWebAddress } from './outcome-view.js';
import { toQuestionText } from './question-line.js';
import type { FilledValues } from './read-filled-form.js';

/** A question with the form that answers it. */
export interface QuestionForm {
  readonly key: string;
  readonly request: OpenInputRequest;
  /** Where the form is sent. */
  readonly action: string;
  /** What it has to send back. */
  readonly token: string;
  /** Tells this question from any other that may come to be in its place. */
  readonly version: string;
  /** What was filled in. Absent: what the question suggests. */
  readonly values?: FilledValues | undefined;
  /** What is wrong with it, by the ID of the field; '' is the form as a whole. */
  readonly problems?: ReadonlyMap<string, string> | undefined;
}

/** Whether a person can answer it here: it is for people, and keeps the rules. */
export function isAnswerable(request: OpenInputRequest): boolean {
  return request.method === InputMethod.elicit && checkInputRequest(request).length === 0;
}

/** The form of a question that asks by one. */
export function formSchema(request: OpenInputRequest): ElicitationSchema {
  if (isUrlElicitation(request)) return { type: 'object', properties: {} };
  return request.params['requestedSchema'] as ElicitationSchema;
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
        const field = fields.find((one) => one.id === id);
        if (!field) return h('li', {}, message);
        return h('li', {}, h('a', { href: `#${prefix}-${id}` }, `${field.label} ${message}`));
      }),
    ),
  );
}

function button(action: 'accept' | 'decline', text: string): Html {
  const look = action === 'accept' ? 'primary' : 'secondary';
  return h('button', { type: 'submit', name: 'action', value: action, class: look }, text);
}

function showForm(question: QuestionForm, prefix: string, acceptText: string): Html {
  const { request, action, token, values, problems = new Map<string, string>() } = question;
  const fields = toFormFields(formSchema(request));
  return h(
    'form',
    { method: 'post', action, novalidate: true },
    showSummary(fields, prefix, problems),
    h('input', { type: 'hidden', name: 'token', value: token }),
    fields.map((field) =>
      showField(field, {
        prefix,
        values: values ? (values.get(field.id) ?? []) : field.initial,
        problem: problems.get(field.id),
      }),
    ),
    h(
      'div',
      { class: 'buttons' },
      button('accept', fields.length > 0 ? 'Send answer' : acceptText),
      button('decline', 'Decline'),
    ),
  );
}

function showVisit({ params }: OpenInputRequest): Html {
  const address = toWebAddress(params['url']);
  const text = String(params['url']);
  return [
    h(
      'p',
      {},
      'This question is answered on another page. Look where it leads before you open it:',
    ),
    h(
      'p',
      { class: 'address' },
      address === undefined ? h('code', {}, text) : outsideLink(address, text),
    ),
  ];
}

function showBody(question: QuestionForm, prefix: string): Html {
  const { request } = question;
  if (request.method !== InputMethod.elicit) {
    return [
      h('p', {}, 'This is asked of a model, so it cannot be answered here. It says:'),
      preformatted(JSON.stringify(request.params['messages'], undefined, 2)),
    ];
  }
  if (!isAnswerable(request)) {
    return h(
      'p',
      { class: 'problem' },
      'The workflow has asked in a way that breaks the rules of MCP, so it cannot be answered.',
    );
  }
  const isVisit = isUrlElicitation(request);
  return [
    isVisit && showVisit(request),
    request.heldBy &&
      h('p', { class: 'hint' }, 'A client is about to answer it, too. The first answer counts.'),
    showForm(question, prefix, isVisit ? 'I have done it' : 'Accept'),
  ];
}

/** Shows a question. */
export function showQuestion(question: QuestionForm): Html {
  const { key, request, version } = question;
  // Dots would be fine in an ID, and a nuisance in selectors.
  const prefix = `q-${key.replaceAll('.', ':')}`;
  return h(
    'article',
    {
      ...{
        id: prefix,
        class: 'card question',
        'aria-labelledby': `${prefix}-title ${prefix}-text`,
      },
      ...{ 'data-live': true, 'data-version': version, 'data-say': 'There is a new question.' },
    },
    h('h2', { id: `${prefix}-title` }, 'Question'),
    h('p', { id: `${prefix}-text`, class: 'message', dir: 'auto' }, toQuestionText(request)),
    showBody(question, prefix),
  );
}
