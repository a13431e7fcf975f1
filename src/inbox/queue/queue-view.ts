/** What the visitor wants to see of the list: the parameters of its address. */
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import { isRecord } from '../../core/value/is-record.js';
import { toShortName } from '../html/person-name.js';
import type { Placed } from '../pages/after-answer.js';
import { toQuestionLine } from '../pages/question-view.js';

import { comparePlaces, type QueueItem } from './queue.js';

const HOUR_MS = 60 * 60_000;
const NAMES = ['q', 'tool', 'by', 'due', 'after', 'cursor'] as const;
type Name = (typeof NAMES)[number];

/** Values by name. Absent: no limit. */
export type QueueView = Readonly<Partial<Record<Name, string | undefined>>>;

/** Who has asked, besides the values of {@link toPersonValue}. */
export const ASKERS: Readonly<Record<string, string>> = {
  mine: 'My own tasks',
  others: 'Other people’s tasks',
};
export const DUES: Readonly<Record<string, string>> = {
  hour: 'Due within the hour',
  any: 'With a deadline',
};

export function parseView(params: URLSearchParams): QueueView {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** The query of the list's address; '' for all questions. */
export function toViewQuery(view: QueueView): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = view[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

/** True if the visitor sees a part of the questions only. */
export function isFiltered({ q, tool, by, due }: QueueView): boolean {
  return [q, tool, by, due].some((value) => value !== undefined);
}

/** The value of a person in the filter. */
export function toPersonValue({ kind, issuer = '', subject }: ShownPrincipal): string {
  return JSON.stringify([kind, issuer, subject]);
}

function isBy({ task: { role, calledBy } }: QueueItem, by: string): boolean {
  if (by === 'mine') return role === 'owner';
  if (by === 'others') return role === 'approver';
  return calledBy !== undefined && toPersonValue(calledBy) === by;
}

function isDue({ answerBy }: QueueItem, due: string, nowMs: number): boolean {
  if (answerBy === undefined) return false;
  return due !== 'hour' || Date.parse(answerBy) - nowMs < HOUR_MS;
}

function toSearched({ task, question }: QueueItem, toolTitle: (name: string) => string): string {
  const { taskId, toolName, calledBy } = task;
  const who = calledBy ? [toShortName(calledBy), calledBy.email ?? '', calledBy.subject] : [];
  return [toQuestionLine(question), toolName, toolTitle(toolName), taskId, ...who]
    .join(' ')
    .toLowerCase();
}

/** Returns true for the questions that the visitor wants to see, on this page or another. */
export function isWanted(
  item: QueueItem,
  { q = '', tool, by, due }: QueueView,
  { toolTitle, nowMs }: { readonly toolTitle: (name: string) => string; readonly nowMs: number },
): boolean {
  if (tool !== undefined && item.toolName !== tool) return false;
  if (by !== undefined && !isBy(item, by)) return false;
  if (due !== undefined && !isDue(item, due, nowMs)) return false;
  const words = q.toLowerCase().split(/\s+/);
  const searched = q === '' ? '' : toSearched(item, toolTitle);
  return words.every((word) => searched.includes(word));
}

/** A place, as an address names it. */
export function toPlaceText({ answerBy, askedAt, id, toolName }: Placed): string {
  return JSON.stringify({ answerBy, askedAt, id, toolName });
}

/** @returns `undefined` for a text that names no place. */
export function parsePlace(text: string | null | undefined): Placed | undefined {
  try {
    const place: unknown = JSON.parse(text ?? '');
    if (!isRecord(place)) return undefined;
    const { answerBy, askedAt, id, toolName } = place;
    if (typeof askedAt !== 'string' || typeof id !== 'string') return undefined;
    return {
      answerBy: typeof answerBy === 'string' ? answerBy : undefined,
      askedAt,
      id,
      toolName: String(toolName),
    };
  } catch {
    return undefined;
  }
}

/** The questions after the place that the address names. */
export function afterPlace(
  items: readonly QueueItem[],
  { after }: QueueView,
): readonly QueueItem[] {
  const place = parsePlace(after);
  return place ? items.filter((item) => comparePlaces(item, place) > 0) : items;
}
