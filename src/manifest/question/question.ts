/** `questions` of a tool: those before the start, and those of a Workflow that knows nothing of MCP. */
import * as z from 'zod';

import {
  checkElicitationSchema,
  type ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import { isInputKey } from '../../core/contract/input-request.js';
import type { AnswerMessage, DeclaredQuestion } from '../../core/question/declared-question.js';
import { CONFIRMATION_KEY, type ToolQuestions } from '../../core/tool/tool-definition.js';
import {
  checkCoverage,
  checkLayout,
  type LayoutPlace,
  toLayout,
  findTargets,
  messageGroup,
} from '../group/layout.js';
import { text, key } from '../key.js';
import type { LocatedProblem } from '../manifest-error.js';

import { checkSource, findSources, memberPath, stateSource } from './state-message.js';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Write a text, a number, true or false, or a list of them.',
});

const whenGroup = z.strictObject({
  from: stateSource.describe('The place where the Workflow shows that it waits.'),
  is: key(
    z.union([scalar, z.array(scalar).min(1, 'Name at least one value.')]),
    'The value, or the values, at which the question is asked. Default: any.',
  ),
  id: key(memberPath, 'A member of what is read that differs each time the question is asked.'),
});

export const questionSchema = z.strictObject({
  message: text.describe(
    'The text for the person, with {members} of what was read, and {arguments.order_id} of the call.',
  ),
  properties: z
    .record(z.string(), z.looseObject({}))
    .describe('The fields of the form, by name: flat JSON Schemas.'),
  required: key(z.array(text), 'The required fields.'),
  when: key(
    whenGroup,
    'The state in which the Workflow waits for the answer. Absent: the question is asked before the start, and its fields are arguments.',
  ),
  answer: key(messageGroup, 'The Signal or Update that brings the Workflow the answer.'),
  decline: key(messageGroup, 'The message that is sent when the person declines. Default: none.'),
});

type QuestionSource = z.output<typeof questionSchema>;
type QuestionsSource = Readonly<Record<string, QuestionSource>>;
type MessageSource = z.output<typeof messageGroup>;
type Path = readonly PropertyKey[];

/** Longest name of a Workflow's question, in characters: the key of the question adds to it. */
const MAX_NAME_LENGTH = 40;
/** Stands for a missing handler, which the check reports. */
const NOWHERE = { kind: 'signal', name: '' } as const;

function toForm({ properties, required }: QuestionSource): ElicitationSchema {
  return {
    type: 'object',
    properties: properties as unknown as ElicitationSchema['properties'],
    ...(required && { required }),
  };
}

function toAnswerMessage(source: MessageSource, hasForm: boolean): AnswerMessage {
  const [target = NOWHERE] = findTargets(source);
  const kind = target.kind === 'update' ? 'update' : 'signal';
  return {
    kind,
    name: target.name,
    layout: toLayout(source.arguments ?? (hasForm ? 'object' : [])),
  };
}

function toDeclaredQuestion(
  name: string,
  source: QuestionSource,
  { from, is, id }: NonNullable<QuestionSource['when']>,
): DeclaredQuestion {
  const { message, answer = {}, decline, properties } = source;
  const [found = { kind: 'memo', name: '' } as const] = findSources(from);
  return {
    name,
    source: found,
    ...(from.path !== undefined && { path: from.path }),
    ...(is !== undefined && { is: Array.isArray(is) ? is : [is] }),
    ...(id !== undefined && { idPath: id }),
    message,
    schema: toForm(source),
    answer: toAnswerMessage(answer, Object.keys(properties).length > 0),
    ...(decline && { decline: toAnswerMessage(decline, false) }),
  };
}

/** The questions of a tool, with every default filled in. */
export function toQuestions(questions: QuestionsSource = {}): ToolQuestions {
  const all = Object.entries(questions);
  return {
    beforeStart: all.flatMap(([name, source]) =>
      source.when ? [] : [{ key: name, message: source.message, schema: toForm(source) }],
    ),
    declared: all.flatMap(([name, source]) =>
      source.when ? [toDeclaredQuestion(name, source, source.when)] : [],
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
  properties: object,
  place: LayoutPlace,
): LocatedProblem[] {
  const { path } = place;
  const named = findTargets(source);
  const faults = [
    ...(named.length === 0 ? ['Missing: a signal or an update of the Workflow.'] : []),
    ...(named.length > 1 ? ['Only one message can be sent: write signal or update.'] : []),
  ];
  return [
    ...faults.map((message) => ({ path, message })),
    ...checkLayout(source.arguments, properties, place),
  ];
}

/** Checks a question of a Workflow, with `when` and `answer`. */
function checkDeclared(
  name: string,
  { when, properties, answer, decline }: QuestionSource,
  path: Path,
): LocatedProblem[] {
  // The key of the question consists of its name, a dot and a suffix.
  const isName = isInputKey(name) && name.length <= MAX_NAME_LENGTH && !name.includes('.');
  const unfit = `"${name}" cannot name a question: use up to ${MAX_NAME_LENGTH} letters, digits, "_" or "-".`;
  const missing = 'Missing: the Signal or Update that brings the Workflow the answer.';
  return [
    ...(isName ? [] : [{ path, message: unfit, key: name }]),
    ...(when ? checkSource(when.from, [...path, 'when', 'from']) : []),
    ...(answer
      ? [
          ...checkMessage(answer, properties, {
            path: [...path, 'answer'],
            misfit: (other) => `"${other}" is not a property of the form.`,
          }),
          ...checkCoverage(answer.arguments, properties, { path }),
        ]
      : [{ path: [...path, 'answer'], message: missing }]),
    ...(decline
      ? checkMessage(
          decline,
          {},
          {
            path: [...path, 'decline'],
            misfit: (other) =>
              `A declined form has no values: write a constant in place of "${other}", such as { value: false }.`,
          },
        )
      : []),
  ];
}

/** Checks a question before the start, whose fields are arguments. */
function checkAsked(
  name: string,
  { properties, answer, decline }: QuestionSource,
  { path, input }: { readonly path: Path; readonly input: object },
): LocatedProblem[] {
  const unfit = `"${name}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "${CONFIRMATION_KEY}".`;
  const early =
    'Missing: the state in which the Workflow waits for the answer. A question without "when" is asked before the start, and sends nothing.';
  if (answer || decline) return [{ path: [...path, 'when'], message: early }];
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

/** @param input The properties of the tool's input. */
export function checkQuestions(
  questions: QuestionsSource = {},
  input: object,
  toolPath: Path,
): LocatedProblem[] {
  return Object.entries(questions).flatMap(([name, source]) => {
    const path = [...toolPath, 'questions', name];
    return [
      ...checkForm(source, path),
      ...(source.when
        ? checkDeclared(name, source, path)
        : checkAsked(name, source, { path, input })),
    ];
  });
}
