/** What became of a question: a word, a sentence, and the answer. */
import {
  checkElicitationSchema,
  type ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import type { Caller } from '../../core/person/caller.js';
import type { AnswerPlace } from '../../core/question/answered-by.js';
import { isDeadline, TIME_OVER } from '../../core/question/deadline.js';
import type { Decision, GivenAnswer } from '../../core/question/decision.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';
import { preformatted } from '../components/text.js';
import { decisionField, type FormField, toFormFields } from '../forms/form-fields.js';
import { h, type Html } from '../html/html.js';
import { isCaller, toFullName } from '../html/person-name.js';
import { showMoment, showTime } from '../html/time-view.js';

/** The form of a question; `undefined` if it has none, or one that breaks the rules of MCP. */
function formOf({ request }: Decision): ElicitationSchema | undefined {
  const schema = request?.params['requestedSchema'];
  const isForm = isRecord(schema) && checkElicitationSchema(schema).length === 0;
  return isForm ? (schema as unknown as ElicitationSchema) : undefined;
}

/** Returns the answer to a question of one yes or no; `undefined` for another one. */
function toYesNo(decision: Decision, { response }: GivenAnswer): boolean | undefined {
  const schema = formOf(decision);
  const field = schema && decisionField(schema);
  const content = response?.['content'];
  const value = field && isRecord(content) ? content[field.name] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** The words and style of an answer. */
function toAnswerBadge(decision: Decision, answer: GivenAnswer): readonly [string, string] {
  const action = answer.response?.['action'];
  if (action === 'decline') return ['Declined', 'over'];
  if (action === 'cancel') return ['No answer', 'over'];
  const isYes = toYesNo(decision, answer);
  if (isYes === undefined) return ['Answered', 'good'];
  return isYes ? ['Approved', 'good'] : ['Rejected', 'bad'];
}

function toBadge(decision: Decision): readonly [string, string] {
  const { end } = decision;
  switch (end.kind) {
    case 'answered':
      return toAnswerBadge(decision, end);
    case 'open':
      return ['Open', 'asks'];
    case 'timeOver':
      return ['Time over', 'over'];
    case 'withdrawn':
      return ['Withdrawn', 'over'];
    case 'ended':
      return ['No answer', 'over'];
  }
}

/** Shows what became of a question in a word. */
export function showVerdict(decision: Decision): Html {
  const [text, tone] = toBadge(decision);
  return h('span', { class: `badge ${tone}` }, text);
}

function toPlace(place: AnswerPlace | undefined): string {
  if (!place) return '';
  const { kind, name } = place;
  if (kind === 'inbox') return ', in the inbox';
  if (kind === 'program') return ', through a program of this server’s operator';
  return name === undefined ? ', in an MCP client' : `, in the MCP client ${name}`;
}

/** The person who reads about a decision. */
export interface DecisionReader {
  readonly caller: Caller;
  readonly hasSeveralIssuers: boolean;
}

function toWho({ answeredBy }: GivenAnswer, reader: DecisionReader): string {
  if (!answeredBy) return 'Somebody';
  const { caller, hasSeveralIssuers } = reader;
  return isCaller(answeredBy, caller) ? 'You' : toFullName(answeredBy, hasSeveralIssuers);
}

const DEEDS: Readonly<Record<string, string>> = { Approved: 'approved', Rejected: 'rejected' };

function showAnswered(decision: Decision, answer: GivenAnswer, reader: DecisionReader): Html {
  const { answeredAt, answeredIn, answeredBy, response } = answer;
  const action = response?.['action'];
  if (answeredBy && isDeadline(answeredBy)) {
    const { answerBy = answeredAt } = decision.request ?? {};
    return ['It was declined, since the ', TIME_OVER, ' at ', showTime(answerBy), '.'];
  }
  if (action === 'cancel' && !answeredBy) {
    const { message } = isRecord(response?.['error']) ? response['error'] : {};
    const why = typeof message === 'string' ? `: ${message}` : '.';
    return ['No person was asked ', showMoment(answeredAt), why];
  }
  const [word] = toAnswerBadge(decision, answer);
  const deed =
    action === 'decline'
      ? 'declined'
      : action === 'cancel'
        ? 'closed the form'
        : (DEEDS[word] ?? 'answered');
  return [
    h('span', { dir: 'auto' }, toWho(answer, reader)),
    ` ${deed} `,
    showMoment(answeredAt),
    h('span', { dir: 'auto' }, toPlace(answeredIn)),
    '.',
  ];
}

/** Shows who answered, when and where, or why nobody did. */
export function showEnding(decision: Decision, reader: DecisionReader): Html {
  const { end } = decision;
  switch (end.kind) {
    case 'answered':
      return showAnswered(decision, end, reader);
    case 'open':
      return 'Nobody has answered it yet.';
    case 'timeOver':
      return ['The ', TIME_OVER, ' at ', showTime(end.at), '. Nobody had answered.'];
    case 'withdrawn':
      return ['The workflow stopped asking ', showMoment(end.at), '. Nobody had answered.'];
    case 'ended':
      return ['The task ended ', showMoment(end.at), '. Nobody had answered.'];
  }
}

function toTitle({ how }: FormField, value: unknown): Html {
  const isChoice = how.kind === 'one' || how.kind === 'many';
  const title = isChoice ? how.choices.find((choice) => choice.value === value)?.title : undefined;
  return title ?? String(value);
}

/** Shows a value of an answer, as its form shows it. */
function showValue(value: unknown, field: FormField | undefined): Html {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object' && !Array.isArray(value)) return preformatted(h, toJson(value, 2));
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.map((each) => (field ? toTitle(field, each) : String(each)));
  if (texts.length === 1) return h('span', { class: 'message', dir: 'auto' }, texts[0]);
  return h(
    'ul',
    {},
    texts.map((text) => h('li', { dir: 'auto' }, text)),
  );
}

/** Shows the content of an answer, with the labels of its form. */
export function showAnswer(decision: Decision): Html {
  const { end } = decision;
  if (end.kind !== 'answered') return undefined;
  const { action, content } = end.response ?? {};
  if (action === undefined && end.response) return preformatted(h, toJson(end.response, 2));
  const isCut = action === 'accept' && content === undefined && !isVisit(decision);
  if (isCut) return h('p', { class: 'hint' }, 'The history keeps no copy of so large an answer.');
  if (!isRecord(content)) return undefined;
  const schema = formOf(decision);
  const fields = schema ? toFormFields(schema) : [];
  const names = new Set([...fields.map(({ name }) => name), ...Object.keys(content)]);
  const rows = [...names].filter((name) => content[name] !== undefined);
  if (rows.length === 0) return undefined;
  return h(
    'table',
    {},
    h('caption', {}, 'Answer'),
    h(
      'tbody',
      {},
      rows.map((name) => {
        const field = fields.find((each) => each.name === name);
        const label = h('th', { scope: 'row', dir: 'auto' }, field?.label ?? name);
        return h('tr', {}, label, h('td', {}, showValue(content[name], field)));
      }),
    ),
  );
}

function isVisit({ request }: Decision): boolean {
  return request?.params['mode'] === 'url';
}
