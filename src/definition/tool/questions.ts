/** `questions` of a tool: those before the start, and those of a Workflow that knows nothing of MCP. */
import * as z from 'zod';

import {
  checkElicitationSchema,
  type ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import { CONFIRMATION_KEY, isInputKey } from '../../core/contract/input-request.js';
import type { WorkflowSource } from '../../core/mapping/workflow-source.js';
import { key, plain } from '../keys.js';
import { checking, expression, type Fault, type Made, text, within } from '../leaves.js';
import { type Place, withSubject } from '../roots.js';

import { type AnswerMessage, message, toMessage } from './arguments.js';
import { checkSource, placeOfSource, sourceShape, toSource } from './source.js';

/** Longest name of a Workflow's question, in characters: the key of the question adds to it. */
const MAX_NAME_LENGTH = 40;

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Write a text, a number, true or false, or a list of them.',
});

const when = checking(
  z.strictObject({
    ...sourceShape,
    value: key(
      expression,
      'An expression for the value that counts: "$query.order.state". Default: what was read.',
    ),
    is: key(
      z.union([scalar, z.array(scalar).min(1, 'Name at least one value.')]),
      'The value, or the values, at which the question is asked. Default: any.',
    ),
    id: key(
      expression,
      'An expression with another value each time the question is asked: "$query.round".',
    ),
  }),
  checkSource,
);

/** What a person has answered, which the message may take. */
const answer = within(message.clone(), (_, place) => withSubject(place, 'answer', place.form));
/** A declined form has no values. */
const decline = within(message.clone(), (_, place) => ({ ...place, declined: place.form }));

const shape = z.strictObject({
  message: text.describe(
    'The text for the person, with values of the Workflow and arguments: "Pay {$query.amount} for {order_id}?".',
  ),
  properties: z
    .record(z.string(), z.looseObject({}))
    .describe('The fields of the form, by name: flat JSON Schemas.'),
  required: key(z.array(plain), 'The required fields.'),
  if: key(
    expression,
    'A guard of a question before the start: it is asked unless this expression gives exactly false. "amount > `500`".',
  ),
  when: key(
    when,
    'The state in which the Workflow waits for the answer. Absent: the question is asked before the start, and its fields are arguments.',
  ),
  answer: key(answer, 'The Signal or Update that brings the Workflow the answer.'),
  decline: key(decline, 'The message that is sent when the person declines. Default: none.'),
  answerBy: key(
    expression,
    'An expression for the time until which an answer counts: "$query.until". ISO 8601 with a time zone, or milliseconds since 1970. People and clients are told. Default: no deadline is known.',
  ),
  onDeadline: key(
    z.literal('decline', 'Write decline, or leave it out.'),
    'decline: when that time is over, "decline" is sent, unless somebody has answered. It needs "temporal-mcp-tasks worker --manifest FILE". Default: nothing is sent.',
  ),
});
type Source = z.output<typeof shape>;

function toForm({ properties, required }: Source | Made<Source>): ElicitationSchema {
  return {
    type: 'object',
    properties: properties as unknown as ElicitationSchema['properties'],
    required,
  };
}

/** The path that `checkElicitationSchema` gives a field. */
const FIELD = '/properties/';

/** Parts of a form that no client can show, with their places. */
function checkForm(source: Source): readonly Fault[] {
  return checkElicitationSchema(toForm(source)).map(({ path, message }) => ({
    path: path.startsWith(FIELD)
      ? ['properties', path.slice(FIELD.length)]
      : path.split('/').slice(1),
    message: `No client can be asked this: ${path} ${message}.`,
  }));
}

const GUARD_OF_STATE =
  'Only a question before the start has "if": write the condition as "value" and "is" under "when".';
const NO_ANSWER = 'Missing: the Signal or Update that brings the Workflow the answer.';
const EARLY =
  'Missing: the state in which the Workflow waits for the answer. A question without "when" is asked before the start, and sends nothing.';
const NO_DEADLINE = 'A question without "when" is asked before the start, and has no deadline.';

/** Keys that don't fit a question of a Workflow, or one before the start. */
function checkKeys(source: Source): readonly Fault[] {
  const { when, if: guard, answer, decline, answerBy, onDeadline } = source;
  const faults: Fault[] = [];
  const report = (isWrong: boolean, name: keyof Source, message: string): void => {
    if (isWrong) faults.push({ path: [name], message });
  };
  if (when) {
    report(guard !== undefined, 'if', GUARD_OF_STATE);
    report(!answer, 'answer', NO_ANSWER);
    const isKept = onDeadline !== undefined;
    report(isKept && !decline, 'onDeadline', 'Missing: decline, the message that is sent then.');
    report(isKept && !answerBy, 'onDeadline', 'Missing: answerBy, the time that is meant.');
    return faults;
  }
  const sends = answer !== undefined || decline !== undefined;
  report(sends, 'when', EARLY);
  const late = answerBy ? 'answerBy' : 'onDeadline';
  report(!sends && source[late] !== undefined, late, NO_DEADLINE);
  return faults;
}

export const question = within(
  checking(shape, (source) => [...checkForm(source), ...checkKeys(source)]),
  ({ when, properties }, place) =>
    when ? { ...placeOfSource(when, place), form: Object.keys(properties) } : place,
);

/** Names that cannot be keys, and fields of a question before the start that name no argument. */
function checkNames(all: Readonly<Record<string, Source>>, { input }: Place): readonly Fault[] {
  return Object.entries(all).flatMap(([name, { when, properties }]): Fault[] => {
    if (when) {
      // The key of the question consists of its name, a dot and a suffix.
      if (isInputKey(name) && name.length <= MAX_NAME_LENGTH && !name.includes('.')) return [];
      const message = `"${name}" cannot name a question: use up to ${MAX_NAME_LENGTH} letters, digits, "_" or "-".`;
      return [{ path: [name], message, key: name }];
    }
    const unfit = `"${name}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "${CONFIRMATION_KEY}".`;
    const isName = isInputKey(name) && name !== CONFIRMATION_KEY;
    return [
      ...(isName ? [] : [{ path: [name], message: unfit, key: name }]),
      ...Object.keys(properties)
        .filter((field) => !input.includes(field))
        .map((field) => ({
          path: [name, 'properties', field],
          message: `"${field}" is not a property of the tool's input, so its answer would be lost.`,
          key: field,
        })),
    ];
  });
}

export const questions = checking(z.record(z.string(), question), checkNames);
export type QuestionsSource = z.output<typeof questions>;

type Own = Made<Source>;
type When = NonNullable<Own['when']>;

/** A question to a person before a call starts, if the arguments leave it open. */
export interface StartQuestion extends Pick<Own, 'message' | 'if'> {
  readonly key: string;
  /** The form. Its values become arguments, by name. */
  readonly schema: ElicitationSchema;
}

/** A question of a Workflow, in the state in which it waits for the answer. */
export interface DeclaredQuestion
  extends Pick<Own, 'message' | 'answerBy' | 'onDeadline'>, Pick<When, 'value' | 'id'> {
  /** Unique in its tool. */
  readonly name: string;
  readonly source: WorkflowSource;
  /** Values while the question is open. Absent: any value except `false`, 0, `null` and empty ones. */
  readonly is?: readonly unknown[] | undefined;
  readonly schema: ElicitationSchema;
  readonly answer: AnswerMessage;
  /** Absent: no message, and the question stays open. */
  readonly decline?: AnswerMessage | undefined;
}

export interface ToolQuestions {
  /** Before a call starts. */
  readonly beforeStart: readonly StartQuestion[];
  /** Those of a Workflow that does not use MCP, while it waits. */
  readonly declared: readonly DeclaredQuestion[];
}

function toDeclared(name: string, own: Own, when: When): DeclaredQuestion {
  const { is, value, id } = when;
  const { message, answer = {}, decline, answerBy, onDeadline, properties } = own;
  const hasForm = Object.keys(properties).length > 0;
  return {
    name,
    source: toSource(when),
    value,
    id,
    message,
    answerBy,
    onDeadline,
    is: is === undefined ? undefined : [is].flat(),
    schema: toForm(own),
    answer: toMessage(answer, 'answer', hasForm ? 'object' : []),
    decline: decline && toMessage(decline, 'answer', []),
  };
}

export function toQuestions(own: Made<QuestionsSource> = {}): ToolQuestions {
  const all = Object.entries(own);
  return {
    beforeStart: all.flatMap(([key, one]) =>
      one.when ? [] : [{ key, message: one.message, schema: toForm(one), if: one.if }],
    ),
    declared: all.flatMap(([name, one]) => (one.when ? [toDeclared(name, one, one.when)] : [])),
  };
}
