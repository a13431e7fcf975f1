/** `arguments`: what a Workflow, or the handler of a message, gets. */
import * as z from 'zod';

import type { ArgumentLayout, LaidOutArgument } from '../../core/mapping/argument-layout.js';
import type { MessageKind, MessageTarget } from '../../core/mapping/message-target.js';
import { plain, key } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import type { Place } from '../../definition/roots.js';
import { toExpression } from '../compile/compile-expression.js';
import type { LocatedProblem } from '../manifest-error.js';

const ARGUMENT =
  'Write an expression ("order_id", "$caller.subject"), a constant ({ value: … }), bytes ({ bytes: content }), or an object of expressions ({ id: order_id }).';
const constant = z.strictObject({ value: z.json().describe('A constant.') });
const bytes = z.strictObject({
  bytes: plain.describe('An expression for a text in base64, which the Workflow takes as bytes.'),
});
const members = z
  .record(z.string(), z.union([plain, constant], { error: ARGUMENT }))
  .refine(
    (all) => Object.keys(all).join() !== 'expression',
    'An argument is an expression itself: write "customer.id" in place of { expression: "customer.id" }.',
  );

/** One argument. */
const argument = z.union([plain, constant, bytes, members], { error: ARGUMENT });

const argumentsSchema = z.union([
  z.array(argument),
  members,
  // Last: other values get a message with the possible forms.
  z.literal(
    'object',
    'Write "object"; or a list of expressions and constants: [note, $caller.subject, { value: true }]; or an object of them: { customer_id: customer }.',
  ),
]);

export const argumentsKey = key(
  argumentsSchema,
  'What the Workflow gets: "object" (default) for all arguments as one object; or for each position an expression, such as order_id or $caller.subject, or a constant; [] for no arguments.',
);

export type LayoutSource = z.output<typeof argumentsSchema>;
/** `arguments` before parsing, as a TypeScript user writes it. */
export type LayoutInput = z.input<typeof argumentsSchema>;
type ArgumentSource = z.output<typeof argument>;

/** A map with `value` alone is a constant; a text in it isn't an expression. */
function isOnlyValue(source: object): source is z.output<typeof constant> {
  return Object.keys(source).join() === 'value';
}

function isBytes(source: object): source is z.output<typeof bytes> {
  return Object.keys(source).join() === 'bytes';
}

function toArgument(source: ArgumentSource, names: readonly string[]): LaidOutArgument {
  if (typeof source === 'string') return toExpression(source, names);
  if (isOnlyValue(source)) return source;
  if (isBytes(source)) return { bytes: toExpression(source.bytes, names) };
  const entries = Object.entries(source);
  return {
    members: Object.fromEntries(entries.map(([name, one]) => [name, toArgument(one, names)])),
  };
}

/**
 * The check reports faults of its expressions.
 *
 * @param names The arguments of the call.
 * @param whole The root that "object" means.
 */
export function toLayout(
  source: LayoutSource,
  names: readonly string[],
  whole: 'input' | 'answer' = 'input',
): ArgumentLayout {
  if (typeof source === 'string') return whole;
  return (Array.isArray(source) ? source : [source]).map((one) => toArgument(one, names));
}

function textsOfArgument(
  source: ArgumentSource,
  path: readonly PropertyKey[],
  place: Place,
): readonly Written[] {
  if (typeof source === 'string') return [{ path, kind: 'expression', text: source, place }];
  if (isOnlyValue(source)) return [];
  if (isBytes(source)) return textsOfArgument(source.bytes, [...path, 'bytes'], place);
  return Object.entries(source).flatMap(([name, one]) =>
    textsOfArgument(one, [...path, name], place),
  );
}

/** The expressions of a layout. */
export function textsOfLayout(
  source: LayoutSource | undefined,
  path: readonly PropertyKey[],
  place: Place,
): readonly Written[] {
  if (source === undefined || typeof source === 'string') return [];
  const at = [...path, 'arguments'];
  if (!Array.isArray(source)) return textsOfArgument(source, at, place);
  return source.flatMap((one, index) => textsOfArgument(one, [...at, index], place));
}

/** Reports arguments of the call that stand at two positions. */
export function checkRepetitions(
  layout: LayoutSource | undefined,
  argumentNames: readonly string[],
  path: readonly PropertyKey[],
): LocatedProblem[] {
  if (!Array.isArray(layout)) return [];
  return layout.flatMap((name, index) => {
    const first = layout.indexOf(name);
    if (typeof name !== 'string' || !argumentNames.includes(name) || first === index) return [];
    const message = `"${name}" is already argument ${first + 1}: leave it out, or name another property.`;
    return [{ path: [...path, 'arguments', index], message }];
  });
}

/** Properties that no argument takes, so that their values would be lost. */
export function checkCoverage(
  layout: LayoutSource | undefined,
  argumentNames: readonly string[],
  {
    path,
    isUsed,
  }: {
    /** Path of the schema with the properties. */
    readonly path: readonly PropertyKey[];
    readonly isUsed: (name: string) => boolean;
  },
): LocatedProblem[] {
  const what = Array.isArray(layout) ? 'position' : 'member';
  return argumentNames
    .filter((name) => !isUsed(name))
    .map((name) => ({
      path: [...path, 'properties', name],
      message: `No ${what} of "arguments" uses "${name}", so its value would be lost: add it there, or remove the property.`,
      key: name,
    }));
}

/** The handler of a message: one of these. */
export const targetShape = {
  query: key(plain, 'The name of a Query of the Workflow.'),
  signal: key(plain, 'The name of a Signal of the Workflow.'),
  update: key(plain, 'The name of an Update of the Workflow.'),
};

/** A message that changes the Workflow: `startWith` of a tool, `answer` and `decline` of a question. */
export const messageGroup = z.strictObject({
  signal: targetShape.signal,
  update: targetShape.update,
  arguments: key(
    argumentsSchema,
    'What the handler gets: "object" for all as one object, or for each position an expression or a constant; [] for none.',
  ),
});

type Target = Readonly<Partial<Record<MessageKind, string | undefined>>>;

const KINDS = ['query', 'signal', 'update'] as const;

/** Returns the named handlers. The check demands exactly one. */
export function findTargets(source: Target): readonly MessageTarget[] {
  return KINDS.flatMap((kind) => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
}
