/** The deadline of a question, in words and out of what a Workflow shows. Moments are in UTC. */
import type { InputRequest } from '../contract/input-request.js';
import type { Caller } from '../person/caller.js';
import { type Principal, PrincipalKind } from '../person/principal.js';
import { isInstant, toInstant } from '../value/instant.js';
import { joinSentences } from '../value/sentence.js';

type Deadlined = Pick<InputRequest, 'answerBy'>;

/** The sender of a decline that no person has sent: principal `own`, named `deadline`. */
export const DEADLINE: Caller = { owner: 'deadline' };

export function isDeadline({ kind, subject }: Pick<Principal, 'kind' | 'subject'>): boolean {
  return kind === PrincipalKind.own && subject === DEADLINE.owner;
}

/** Length of `2026-11-27T12:33` in a moment. */
const TO_MINUTES = 16;

function toMinute(instant: string): readonly [day: string, time: string] {
  const [day = '', time = ''] = new Date(instant).toISOString().slice(0, TO_MINUTES).split('T');
  return [day, time];
}

/** `until 2026-11-27 12:33 UTC`, the same on every day, so that a status message with it stays equal. */
export function describeUntil(answerBy: string): string {
  return `until ${toMinute(answerBy).join(' ')} UTC`;
}

/** Says until when an answer counts; of several questions, about the most urgent one. `undefined`: no deadline. */
export function describeDeadline(questions: readonly Deadlined[]): string | undefined {
  const [first] = questions
    .flatMap(({ answerBy }) => answerBy ?? [])
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  if (first === undefined) return undefined;
  const what = questions.length === 1 ? 'An answer' : 'An answer to the most urgent question';
  return `${what} counts ${describeUntil(first)}`;
}

/**
 * The params of a question as clients get them. Hosts show the message alone, so it says until when an answer counts. A
 * request to a model has no message.
 */
export function withDeadline({ params, answerBy }: InputRequest): InputRequest['params'] {
  const { message } = params;
  const deadline = describeDeadline([{ answerBy }]);
  if (deadline === undefined || typeof message !== 'string') return params;
  return { ...params, message: joinSentences([message, `${deadline}.`]) };
}

export function isOver({ answerBy }: Deadlined, nowMs: number): boolean {
  return answerBy !== undefined && Date.parse(answerBy) <= nowMs;
}

/** The words for a deadline that is over, after an article and before its moment. */
export const TIME_OVER = 'time for it was over';

/** Says that an answer came too late: `The time for it was over at 12:33 UTC`, with the date if that was not today. */
export function describeOver(answerBy: string, nowMs: number): string {
  const [day, time] = toMinute(answerBy);
  const isToday = day === toMinute(new Date(nowMs).toISOString())[0];
  return `The ${TIME_OVER} ${isToday ? '' : `on ${day} `}at ${time} UTC`;
}

/** A smaller number may be one of seconds. */
const LEAST_MS = 1e12;

/**
 * Reads a deadline that a Workflow shows: ISO 8601 with a time zone, or milliseconds since the epoch, from 2001 on.
 * `undefined`: it is neither. A deadline acts, so the unit of a number is never guessed.
 */
export function parseDeadline(value: unknown): string | undefined {
  if (typeof value === 'number') return value >= LEAST_MS ? toInstant(value) : undefined;
  return isInstant(value) ? toInstant(Date.parse(value)) : undefined;
}
