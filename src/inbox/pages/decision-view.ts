/** What became of a question: a word, a sentence, and the answer. */
import type { Caller } from '../../core/person/caller.js';
import type { AnswerPlace } from '../../core/question/answered-by.js';
import { isDeadline, TIME_OVER } from '../../core/question/deadline.js';
import type { Decision, GivenAnswer } from '../../core/question/decision.js';
import {
  type AnswerRow,
  toAnswerRows,
  type AnswerVerdict,
  verdictOf,
} from '../../core/question/verdict.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';
import { preformatted } from '../components/text.js';
import { h, type Html } from '../html/html.js';
import { isCaller, toFullName } from '../html/person-name.js';
import { showMoment, showTime } from '../html/time-view.js';

/** Shows what became of a question in a word. */
export function showVerdict({ word, tone }: AnswerVerdict): Html {
  return h('span', { class: `badge ${tone}` }, word);
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
  return [
    h('span', { dir: 'auto' }, toWho(answer, reader)),
    ` ${verdictOf(decision).deed ?? ''} `,
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

function showValue(value: string | object): Html {
  if (typeof value !== 'string') return preformatted(h, toJson(value, 2));
  return h('span', { class: 'message', dir: 'auto' }, value);
}

/** Shows the values of a field of an answer. */
function showValues(values: AnswerRow['values']): Html {
  const [first, ...others] = values.map(showValue);
  if (others.length === 0) return first;
  return h(
    'ul',
    {},
    [first, ...others].map((value) => h('li', {}, value)),
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
  const rows = toAnswerRows(decision);
  if (rows.length === 0) return undefined;
  return h(
    'table',
    {},
    h('caption', {}, 'Answer'),
    h(
      'tbody',
      {},
      rows.map(({ label, values }) =>
        h('tr', {}, h('th', { scope: 'row', dir: 'auto' }, label), h('td', {}, showValues(values))),
      ),
    ),
  );
}

function isVisit({ request }: Decision): boolean {
  return request?.params['mode'] === 'url';
}
