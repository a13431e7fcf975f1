/** Steps of a task's questions: when each was asked, and what became of it. */
import type { InputRequest } from '../contract/input-request.js';
import { isDeadline, TIME_OVER } from '../question/deadline.js';
import type { Decision, GivenAnswer } from '../question/decision.js';
import { isRecord } from '../value/is-record.js';
import { toLine } from '../value/quote.js';

import type { StepMark, TaskStep } from './task-step.js';

/** Longest shown value of an answer, in characters. The receipt of the question has all of it. */
const MAX_VALUE = 200;

interface Form {
  readonly properties: Readonly<Record<string, unknown>>;
}

function formOf(request: InputRequest | undefined): Form {
  const schema = request?.params['requestedSchema'];
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return { properties: isRecord(properties) ? properties : {} };
}

function labelOf({ properties }: Form, name: string): string {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const title = isRecord(property) ? property['title'] : undefined;
  const label = typeof title === 'string' ? title : name;
  return label.endsWith('?') ? label : `${label}:`;
}

function toValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return toLine(Array.isArray(value) ? value.join(', ') : value, MAX_VALUE);
}

/** The value of a form with one yes or no; `undefined` for other forms. */
function toYesNo({ properties }: Form, content: Readonly<Record<string, unknown>>): unknown {
  const [[name, property] = [], ...others] = Object.entries(properties);
  const isOne = name !== undefined && others.length === 0 && isRecord(property);
  return isOne && property['type'] === 'boolean' ? content[name] : undefined;
}

function toAnswerWords(
  { response }: GivenAnswer,
  form: Form,
): readonly [mark: StepMark, what: string] {
  const { action, content } = response ?? {};
  if (action === 'decline') return ['stopped', 'Declined'];
  if (action === 'cancel') return ['stopped', 'Closed without an answer'];
  const isYes = isRecord(content) ? toYesNo(form, content) : undefined;
  if (typeof isYes !== 'boolean') return ['done', 'Answered'];
  return isYes ? ['done', 'Approved'] : ['bad', 'Rejected'];
}

function toAnswerStep(id: string, { request }: Decision, answer: GivenAnswer): TaskStep {
  const form = formOf(request);
  const [mark, what] = toAnswerWords(answer, form);
  const { answeredIn, answeredBy, answeredAt, response } = answer;
  const content = response?.['content'];
  const place = answeredIn?.kind === 'inbox' ? 'in the inbox' : undefined;
  const client = answeredIn?.kind === 'client' ? answeredIn.name : undefined;
  if (answeredBy && isDeadline(answeredBy)) {
    return { id, at: answeredAt, mark, what, more: `since the ${TIME_OVER}`, notes: [] };
  }
  return {
    id,
    at: answeredAt,
    mark,
    what,
    more: client === undefined ? place : `in the MCP client ${client}`,
    by: answeredBy,
    notes: Object.entries(isRecord(content) ? content : {}).map(
      ([name, value]) => `${labelOf(form, name)} ${toValue(value)}`,
    ),
  };
}

const ENDS = {
  timeOver: `The ${TIME_OVER}`,
  withdrawn: 'The workflow stopped asking',
} as const;

function toEndStep(id: string, decision: Decision): TaskStep | undefined {
  const { end } = decision;
  switch (end.kind) {
    case 'answered':
      return toAnswerStep(id, decision, end);
    case 'timeOver':
    case 'withdrawn':
      return { id, at: end.at, mark: 'stopped', what: ENDS[end.kind], notes: [] };
    case 'ended':
    case 'open':
      return undefined;
  }
}

function endOf({ end }: Decision): string | undefined {
  if (end.kind === 'open') return undefined;
  return end.kind === 'answered' ? end.answeredAt : end.at;
}

function toAskedStep(
  id: string,
  decision: Decision,
  { untilMs, isLast }: { readonly untilMs: number; readonly isLast: boolean },
): TaskStep | undefined {
  const { request } = decision;
  if (request?.askedAt === undefined) return undefined;
  const { askedAt, params } = request;
  const { message } = params;
  const endedAt = endOf(decision);
  const fromMs = Date.parse(askedAt);
  const toMs = endedAt === undefined ? untilMs : Date.parse(endedAt);
  return {
    id,
    at: askedAt,
    mark: 'asks',
    what: 'Asked',
    said: typeof message === 'string' && message !== '' ? message : undefined,
    notes: [],
    spent: { fromMs, untilMs: Math.max(fromMs, toMs) },
    isOpen: endedAt === undefined && isLast ? true : undefined,
  };
}

/**
 * Makes steps of the questions on a page.
 *
 * @param page.untilMs The end of the page, in milliseconds since the epoch.
 * @param page.isLast No later events are on another page.
 */
export function toQuestionSteps(
  decisions: readonly Decision[],
  page: { readonly untilMs: number; readonly isLast: boolean },
): readonly TaskStep[] {
  return decisions.flatMap((decision, index) => [
    ...[toAskedStep(`asked-${index}`, decision, page) ?? []].flat(),
    ...[toEndStep(`answered-${index}`, decision) ?? []].flat(),
  ]);
}
