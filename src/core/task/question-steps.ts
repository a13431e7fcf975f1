/** Steps of a task's questions: when each was asked, and what became of it. */
import type { AnswerPlace } from '../question/answered-by.js';
import { isDeadline, TIME_OVER } from '../question/deadline.js';
import type { Decision } from '../question/decision.js';
import { type AnswerRow, toAnswerRows, verdictOf } from '../question/verdict.js';
import { toLine } from '../value/quote.js';

import type { TaskStep } from './task-step.js';

/** Longest shown value of an answer, in characters. The receipt of the question has all of it. */
const MAX_VALUE = 200;

const MARKS = { good: 'done', bad: 'bad', over: 'stopped', asks: 'asks' } as const;

function toNote({ label, values }: AnswerRow): string {
  const texts = values.map((value) => toLine(value, MAX_VALUE)).join(', ');
  return `${label.endsWith('?') ? label : `${label}:`} ${toLine(texts, MAX_VALUE)}`;
}

function toPlace(place: AnswerPlace | undefined): string | undefined {
  if (place?.kind === 'inbox') return 'in the inbox';
  const isNamed = place?.kind === 'client' && place.name !== undefined;
  return isNamed ? `in the MCP client ${place.name}` : undefined;
}

function toEndStep(id: string, decision: Decision): TaskStep | undefined {
  const { end } = decision;
  if (end.kind === 'open' || end.kind === 'ended') return undefined;
  const { word: what, tone } = verdictOf(decision);
  const mark = MARKS[tone];
  if (end.kind !== 'answered') return { id, at: end.at, mark, what, notes: [] };
  const { answeredIn, answeredBy: by, answeredAt: at } = end;
  if (by && isDeadline(by))
    return { id, at, mark, what, more: `since the ${TIME_OVER}`, notes: [] };
  const notes = toAnswerRows(decision).map(toNote);
  return { id, at, mark, what, more: toPlace(answeredIn), by, notes };
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
