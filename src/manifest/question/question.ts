/** `questions` of a tool: those before the start, and those of a Workflow that knows nothing of MCP. */
import * as z from 'zod';

import {
  checkElicitationSchema,
  type ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import { isInputKey } from '../../core/contract/input-request.js';
import type { AnswerMessage, DeclaredQuestion } from '../../core/question/declared-question.js';
import { CONFIRMATION_KEY, type ToolQuestions } from '../../core/tool/tool-definition.js';
import { withoutUndefined } from '../../core/value/members.js';
import { plain, key } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import { type Place, withSubject } from '../../definition/roots.js';
import { readsIn, textsOfGuard } from '../compile/check-names.js';
import { toExpression, toOptionalExpression } from '../compile/compile-expression.js';
import { toText } from '../compile/compile-text.js';
import {
  checkCoverage,
  checkRepetitions,
  toLayout,
  findTargets,
  messageGroup,
  textsOfLayout,
} from '../group/layout.js';
import type { LocatedProblem } from '../manifest-error.js';

import { checkSource, placeOfSource, sourceShape, toSource } from './state-message.js';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Write a text, a number, true or false, or a list of them.',
});

const whenGroup = z.strictObject({
  ...sourceShape,
  value: key(
    plain,
    'An expression for the value that counts: "$query.order.state". Default: what was read.',
  ),
  is: key(
    z.union([scalar, z.array(scalar).min(1, 'Name at least one value.')]),
    'The value, or the values, at which the question is asked. Default: any.',
  ),
  id: key(
    plain,
    'An expression with another value each time the question is asked: "$query.round".',
  ),
});

export const questionSchema = z.strictObject({
  message: plain.describe(
    'The text for the person, with values of the Workflow and arguments: "Pay {$query.amount} for {order_id}?".',
  ),
  properties: z
    .record(z.string(), z.looseObject({}))
    .describe('The fields of the form, by name: flat JSON Schemas.'),
  required: key(z.array(plain), 'The required fields.'),
  if: key(
    plain,
    'A guard of a question before the start: it is asked unless this expression gives exactly false. "amount > `500`".',
  ),
  when: key(
    whenGroup,
    'The state in which the Workflow waits for the answer. Absent: the question is asked before the start, and its fields are arguments.',
  ),
  answer: key(messageGroup, 'The Signal or Update that brings the Workflow the answer.'),
  decline: key(messageGroup, 'The message that is sent when the person declines. Default: none.'),
  answerBy: key(
    plain,
    'An expression for the time until which an answer counts: "$query.until". ISO 8601 with a time zone, or milliseconds since 1970. People and clients are told. Default: no deadline is known.',
  ),
  onDeadline: key(
    z.literal('decline', 'Write decline, or leave it out.'),
    'decline: when that time is over, "decline" is sent, unless somebody has answered. It needs "temporal-mcp-tasks worker --manifest FILE". Default: nothing is sent.',
  ),
});

type QuestionSource = z.output<typeof questionSchema>;
type QuestionsSource = Readonly<Record<string, QuestionSource>>;
type MessageSource = z.output<typeof messageGroup>;
type Path = readonly PropertyKey[];

/** Longest name of a Workflow's question, in characters: the key of the question adds to it. */
const MAX_NAME_LENGTH = 40;
/** Replaces a missing handler, which the check reports. */
const NOWHERE = { kind: 'signal', name: '' } as const;

function toForm({ properties, required }: QuestionSource): ElicitationSchema {
  return {
    type: 'object',
    properties: properties as unknown as ElicitationSchema['properties'],
    required,
  };
}

function toAnswerMessage(
  source: MessageSource,
  names: readonly string[],
  hasForm: boolean,
): AnswerMessage {
  const [target = NOWHERE] = findTargets(source);
  const kind = target.kind === 'update' ? 'update' : 'signal';
  return {
    kind,
    name: target.name,
    layout: toLayout(source.arguments ?? (hasForm ? 'object' : []), names, 'answer'),
  };
}

function toDeclaredQuestion(
  name: string,
  source: QuestionSource & { readonly when: NonNullable<QuestionSource['when']> },
  names: readonly string[],
): DeclaredQuestion {
  const { message, answer = {}, decline, properties, when, answerBy, onDeadline } = source;
  const { is } = when;
  const compile = (source: string | undefined) =>
    source === undefined ? undefined : toExpression(source, names);
  return {
    name,
    source: toSource(when),
    ...withoutUndefined({
      value: compile(when.value),
      id: compile(when.id),
      answerBy: compile(answerBy),
      onDeadline,
    }),
    is: is === undefined ? undefined : Array.isArray(is) ? is : [is],
    message: toText(message, names),
    schema: toForm(source),
    answer: toAnswerMessage(answer, names, Object.keys(properties).length > 0),
    decline: decline && toAnswerMessage(decline, names, false),
  };
}

/** The questions of a tool, with every default filled in. */
export function toQuestions(
  questions: QuestionsSource = {},
  names: readonly string[],
): ToolQuestions {
  const all = Object.entries(questions);
  return {
    beforeStart: all.flatMap(([name, source]) => {
      if (source.when) return [];
      return [
        {
          key: name,
          message: toText(source.message, names),
          schema: toForm(source),
          if: toOptionalExpression(source.if, names),
        },
      ];
    }),
    declared: all.flatMap(([name, source]) =>
      source.when ? [toDeclaredQuestion(name, { ...source, when: source.when }, names)] : [],
    ),
  };
}

/** The path that `checkElicitationSchema` gives a field. */
const FIELD = '/properties/';

/** Reports parts of a form that no client can show, with their places. */
function checkForm(source: QuestionSource, path: Path): LocatedProblem[] {
  return checkElicitationSchema(toForm(source)).map((violation) => {
    const inner = violation.path.startsWith(FIELD)
      ? ['properties', violation.path.slice(FIELD.length)]
      : violation.path.split('/').slice(1);
    const message = `No client can be asked this: ${violation.path} ${violation.message}.`;
    return { path: [...path, ...inner], message };
  });
}

function checkMessage(
  source: MessageSource,
  fields: readonly string[],
  path: Path,
): LocatedProblem[] {
  const targets = findTargets(source);
  const faults = [
    ...(targets.length === 0 ? ['Missing: a signal or an update of the Workflow.'] : []),
    ...(targets.length > 1 ? ['Only one message can be sent: write signal or update.'] : []),
  ];
  return [
    ...faults.map((message) => ({ path, message })),
    ...checkRepetitions(
      source.arguments,
      fields.map((name) => `$answer.${name}`),
      path,
    ),
  ];
}

const GUARD_OF_STATE =
  'Only a question before the start has "if": write the condition as "value" and "is" under "when".';

/** Checks a question of a Workflow, with `when` and `answer`. */
function checkDeclared(
  name: string,
  { when, if: guard, properties, answer, decline, answerBy, onDeadline }: QuestionSource,
  { path, place }: { readonly path: Path; readonly place: Place },
): LocatedProblem[] {
  const fields = Object.keys(properties);
  const usedFields = fieldsTakenBy(answer ?? {}, placeOfAnswer(place, when ?? {}, fields));
  // The key of the question consists of its name, a dot and a suffix.
  const isName = isInputKey(name) && name.length <= MAX_NAME_LENGTH && !name.includes('.');
  const unfit = `"${name}" cannot name a question: use up to ${MAX_NAME_LENGTH} letters, digits, "_" or "-".`;
  const missing = 'Missing: the Signal or Update that brings the Workflow the answer.';
  return [
    ...(isName ? [] : [{ path, message: unfit, key: name }]),
    ...(guard === undefined ? [] : [{ path: [...path, 'if'], message: GUARD_OF_STATE }]),
    ...(when ? checkSource(when, [...path, 'when']) : []),
    ...(answer
      ? [
          ...checkMessage(answer, fields, [...path, 'answer']),
          ...checkCoverage(answer.arguments, fields, {
            path,
            isUsed: (name) => usedFields === undefined || usedFields.includes(name),
          }),
        ]
      : [{ path: [...path, 'answer'], message: missing }]),
    ...(decline ? checkMessage(decline, [], [...path, 'decline']) : []),
    ...(onDeadline === undefined
      ? []
      : [
          ...(decline ? [] : ['Missing: decline, the message that is sent then.']),
          ...(answerBy === undefined ? ['Missing: answerBy, the time that is meant.'] : []),
        ].map((message) => ({ path: [...path, 'onDeadline'], message }))),
  ];
}

/** Checks a question before the start, whose fields are arguments. */
function checkBeforeStart(
  name: string,
  { properties, answer, decline, answerBy, onDeadline }: QuestionSource,
  { path, input }: { readonly path: Path; readonly input: object },
): LocatedProblem[] {
  const unfit = `"${name}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "${CONFIRMATION_KEY}".`;
  const early =
    'Missing: the state in which the Workflow waits for the answer. A question without "when" is asked before the start, and sends nothing.';
  if (answer || decline) return [{ path: [...path, 'when'], message: early }];
  if (answerBy !== undefined || onDeadline !== undefined) {
    const key = answerBy === undefined ? 'onDeadline' : 'answerBy';
    const message = 'A question without "when" is asked before the start, and has no deadline.';
    return [{ path: [...path, key], message }];
  }
  return [
    ...(isInputKey(name) && name !== CONFIRMATION_KEY ? [] : [{ path, message: unfit, key: name }]),
    ...Object.keys(properties)
      .filter((field) => !Object.hasOwn(input, field))
      .map((field) => ({
        path: [...path, 'properties', field],
        message: `"${field}" is not a property of the tool's input, so its answer would be lost.`,
        key: field,
      })),
  ];
}

/** The fields of the form that a layout takes; `undefined` if it takes all. */
function fieldsTakenBy(source: MessageSource, place: Place): readonly string[] | undefined {
  if (source.arguments === undefined || typeof source.arguments === 'string') return undefined;
  const reads = readsIn(textsOfLayout(source.arguments, [], place));
  // An unknown name may name a field; its own check reports it.
  const { input } = place;
  if (reads.some(({ isBare, path: [name = ''] }) => isBare && !input.includes(name)))
    return undefined;
  const fieldNames = reads.filter(({ root }) => root === 'answer').map(({ path: [name] }) => name);
  const fields = place.roots.answer ?? [];
  return fieldNames.some((name) => name === undefined || !fields.includes(name))
    ? undefined
    : (fieldNames as readonly string[]);
}

/** The place of an answer: the names that its arguments may have. */
function placeOfAnswer(
  place: Place,
  when: NonNullable<QuestionSource['when']>,
  fields: readonly string[],
): Place {
  return withSubject(placeOfSource(place, when), 'answer', fields);
}

/**
 * The texts and expressions of questions.
 *
 * @param before The place of questions before the start.
 * @param later The place of those of a Workflow.
 */
export function textsOfQuestions(
  questions: QuestionsSource = {},
  toolPath: Path,
  { before, later }: { readonly before: Place; readonly later: Place },
): readonly Written[] {
  return Object.entries(questions).flatMap(([name, source]): readonly Written[] => {
    const { message, when, if: guard, properties, answer, decline, answerBy } = source;
    const path = [...toolPath, 'questions', name];
    const place = when ? placeOfSource(later, when) : before;
    const ofMessage: Written = { path: [...path, 'message'], kind: 'text', text: message, place };
    if (!when) return [ofMessage, ...textsOfGuard(guard, path, before)];
    const { value, id } = when;
    const expressions = [
      { path: [...path, 'when', 'value'], text: value },
      { path: [...path, 'when', 'id'], text: id },
      { path: [...path, 'answerBy'], text: answerBy },
    ];
    return [
      ofMessage,
      ...expressions.flatMap(({ path, text }): Written[] =>
        text === undefined ? [] : [{ path, kind: 'expression', text, place }],
      ),
      ...textsOfLayout(
        answer?.arguments,
        [...path, 'answer'],
        placeOfAnswer(later, when, Object.keys(properties)),
      ),
      ...textsOfLayout(decline?.arguments, [...path, 'decline'], {
        ...place,
        declined: Object.keys(properties),
      }),
    ];
  });
}

/** @param later What the questions of a Workflow can name. */
export function checkQuestions(
  questions: QuestionsSource = {},
  { input, later: place }: { readonly input: object; readonly later: Place },
  toolPath: Path,
): LocatedProblem[] {
  return Object.entries(questions).flatMap(([name, source]) => {
    const path = [...toolPath, 'questions', name];
    return [
      ...checkForm(source, path),
      ...(source.when
        ? checkDeclared(name, source, { path, place })
        : checkBeforeStart(name, source, { path, input })),
    ];
  });
}
