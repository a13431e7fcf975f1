/**
 * What became of a question, in words: the same in its receipt, in lists, in the timeline of its task, and for the one
 * who has answered.
 */
import { checkElicitationSchema, type ElicitationSchema } from '../contract/elicitation-schema.js';
import { toFormChoices } from '../contract/form-choices.js';
import type { InputRequest, InputResponse } from '../contract/input-request.js';
import { isRecord } from '../value/is-record.js';

import type { Decision } from './decision.js';

export interface AnswerVerdict {
  readonly word: string;
  /** What the person did, after their name: `approved`. Absent: nobody has answered. */
  readonly deed?: string | undefined;
  readonly tone: 'good' | 'bad' | 'over' | 'asks';
}

type Asked = Pick<InputRequest, 'params'>;

const ANSWERED: AnswerVerdict = { word: 'Answered', deed: 'answered', tone: 'good' };
const APPROVED: AnswerVerdict = { word: 'Approved', deed: 'approved', tone: 'good' };
const REJECTED: AnswerVerdict = { word: 'Rejected', deed: 'rejected', tone: 'bad' };
const DECLINED: AnswerVerdict = { word: 'Declined', deed: 'declined', tone: 'over' };
const CLOSED: AnswerVerdict = {
  word: 'Closed without an answer',
  deed: 'closed the form',
  tone: 'over',
};

const ENDS = {
  open: { word: 'Open', tone: 'asks' },
  timeOver: { word: 'Time over', tone: 'over' },
  withdrawn: { word: 'Withdrawn', tone: 'over' },
  ended: { word: 'No answer', tone: 'over' },
} as const;

/** The form of a question; `undefined` if it has none, or one that breaks the rules of MCP. */
function formOf(asked: Asked | undefined): ElicitationSchema | undefined {
  const schema = asked?.params['requestedSchema'];
  const isForm = isRecord(schema) && checkElicitationSchema(schema).length === 0;
  return isForm ? (schema as unknown as ElicitationSchema) : undefined;
}

/** The name of the only field of a form, if it is a boolean; `undefined` for every other form. */
export function decisionName({ properties }: ElicitationSchema): string | undefined {
  const [[name, field] = [], ...others] = Object.entries(properties);
  return field?.type === 'boolean' && others.length === 0 ? name : undefined;
}

/** @param asked Absent: nobody knows the form. */
export function verdictOfAnswer(
  asked: Asked | undefined,
  { action, content }: InputResponse,
): AnswerVerdict {
  if (action === 'decline') return DECLINED;
  if (action === 'cancel') return CLOSED;
  const form = formOf(asked);
  const name = form && decisionName(form);
  const isYes = name !== undefined && isRecord(content) ? content[name] : undefined;
  if (typeof isYes !== 'boolean') return ANSWERED;
  return isYes ? APPROVED : REJECTED;
}

export function verdictOf({ request, end }: Decision): AnswerVerdict {
  return end.kind === 'answered' ? verdictOfAnswer(request, end.response ?? {}) : ENDS[end.kind];
}

/** A field of an answer, as its form shows it. */
export interface AnswerRow {
  readonly label: string;
  /** Titles of choices, yes and no, and texts. Objects, which no form has, as they are. */
  readonly values: readonly (string | object)[];
}

/** The content of an answer, in the order of its form. Empty: it has none, or the history keeps no copy. */
export function toAnswerRows({ request, end }: Decision): readonly AnswerRow[] {
  const content = end.kind === 'answered' ? end.response?.['content'] : undefined;
  if (!isRecord(content)) return [];
  const fields = formOf(request)?.properties ?? {};
  const names = new Set([...Object.keys(fields), ...Object.keys(content)]);
  return [...names].flatMap((name) => {
    const value = content[name];
    if (value === undefined) return [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const choices = (field && toFormChoices(field)) ?? [];
    const toShown = (each: unknown): string | object => {
      if (typeof each === 'boolean') return each ? 'yes' : 'no';
      if (typeof each === 'object' && each !== null) return each;
      return choices.find((choice) => choice.value === each)?.title ?? String(each);
    };
    const title = field?.['title'];
    const label = typeof title === 'string' && title !== '' ? title : name;
    return [{ label, values: (Array.isArray(value) ? value : [value]).map(toShown) }];
  });
}
