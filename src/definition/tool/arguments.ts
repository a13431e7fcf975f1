/** `arguments`: what a Workflow, or the handler of a message, gets. */
import * as z from 'zod';

import type {
  ArgumentLayout,
  BytesArgument,
  ConstantArgument,
  LaidOutArgument,
} from '../../core/mapping/argument-layout.js';
import type { Expression } from '../../core/mapping/expression.js';
import type { MessageKind, MessageTarget } from '../../core/mapping/message-target.js';
import { key, plain } from '../keys.js';
import { checking, expression, type Fault, Leaf, type Made } from '../leaves.js';
import type { Place } from '../roots.js';

const ARGUMENT =
  'Write an expression ("order_id", "$caller.subject"), a constant ({ value: … }), bytes ({ bytes: content }), or an object of expressions ({ id: order_id }).';
const anyJson = z.json();
/** The type of any JSON is too deep for `Made`. */
const json: z.ZodType<unknown, z.input<typeof anyJson>> = anyJson;
const constant = z.strictObject({ value: json.describe('A constant.') });
const bytes = z.strictObject({
  bytes: expression.describe(
    'An expression for a text in base64, which the Workflow takes as bytes.',
  ),
});
const members = z
  .record(z.string(), z.union([expression, constant], { error: ARGUMENT }))
  .refine(
    (all) => Object.keys(all).join() !== 'expression',
    'An argument is an expression itself: write "customer.id" in place of { expression: "customer.id" }.',
  );

/** One argument. */
const argument = z.union([expression, constant, bytes, members], { error: ARGUMENT });

/** What a list names a second time: an argument of the call, or a field of an answer. */
function checkRepetitions(written: unknown, { input, roots }: Place): readonly Fault[] {
  if (!Array.isArray(written)) return [];
  const sources = written.map((one: unknown) => (one instanceof Leaf ? one.source : undefined));
  const fields = (roots.answer ?? []).map((name) => `$answer.${name}`);
  return sources.flatMap((source, index) => {
    const first = sources.indexOf(source);
    if (source === undefined || first === index) return [];
    if (!input.includes(source) && !fields.includes(source)) return [];
    const message = `"${source}" is already argument ${first + 1}: leave it out, or name another property.`;
    return [{ path: [index], message }];
  });
}

export const layout = checking(
  z.union([
    z.array(argument),
    members,
    // Last: other values get a message with the possible forms.
    z.literal(
      'object',
      'Write "object"; or a list of expressions and constants: [note, $caller.subject, { value: true }]; or an object of them: { customer_id: customer }.',
    ),
  ]),
  checkRepetitions,
);
export type LayoutSource = z.output<typeof layout>;
/** `arguments` before parsing, as a TypeScript user writes it. */
export type LayoutInput = z.input<typeof layout>;

export const argumentsKey = key(
  layout,
  'What the Workflow gets: "object" (default) for all arguments as one object; or for each position an expression, such as order_id or $caller.subject, or a constant; [] for no arguments.',
);

type MadeArgument = Made<z.output<typeof argument>>;

function isExpression(own: MadeArgument): own is Expression {
  return typeof Reflect.get(own, 'evaluate') === 'function';
}

/** A map with one of these keys alone isn't an object of arguments. */
function isOnly(own: MadeArgument, name: 'value' | 'bytes'): boolean {
  return Object.keys(own).join() === name;
}

function toArgument(own: MadeArgument): LaidOutArgument {
  if (isExpression(own)) return own;
  if (isOnly(own, 'value')) return own as ConstantArgument;
  if (isOnly(own, 'bytes')) return own as unknown as BytesArgument;
  const entries = Object.entries(own) as [string, MadeArgument][];
  return { members: Object.fromEntries(entries.map(([name, one]) => [name, toArgument(one)])) };
}

/** @param whole The root that "object" means. */
export function toLayout(
  own: Made<LayoutSource>,
  whole: 'input' | 'answer' = 'input',
): ArgumentLayout {
  if (own === 'object') return whole;
  return (Array.isArray(own) ? (own as readonly MadeArgument[]) : [own as MadeArgument]).map(
    toArgument,
  );
}

/** Properties that no argument takes, so that their values would be lost. */
export function checkCoverage(
  written: LayoutSource | undefined,
  names: readonly string[],
  isUsed: (name: string) => boolean,
): readonly Fault[] {
  const what = Array.isArray(written) ? 'position' : 'member';
  return names
    .filter((name) => !isUsed(name))
    .map((name) => ({
      path: ['properties', name],
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

type Target = Readonly<Partial<Record<MessageKind, string | undefined>>>;

const KINDS = ['query', 'signal', 'update'] as const;

/** Returns the named handlers. A check demands exactly one. */
export function findTargets(source: Target): readonly MessageTarget[] {
  return KINDS.flatMap((kind) => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
}

function checkTarget(source: Target): readonly Fault[] {
  const { length } = findTargets(source);
  if (length === 1) return [];
  const message =
    length === 0
      ? 'Missing: a signal or an update of the Workflow.'
      : 'Only one message can be sent: write signal or update.';
  return [{ path: [], message }];
}

/** A message that changes the Workflow: `startWith` of a tool, `answer` and `decline` of a question. */
export const message = checking(
  z.strictObject({
    signal: targetShape.signal,
    update: targetShape.update,
    arguments: key(
      layout,
      'What the handler gets: "object" for all as one object, or for each position an expression or a constant; [] for none.',
    ),
  }),
  checkTarget,
);
export type MessageSource = z.output<typeof message>;

export interface AnswerMessage extends MessageTarget {
  readonly kind: 'signal' | 'update';
  readonly layout: ArgumentLayout;
}

/** @param whole The root that "object" means. @param byDefault The arguments where none are written. */
export function toMessage(
  own: Made<MessageSource>,
  whole: 'input' | 'answer',
  byDefault: 'object' | readonly [] = 'object',
): AnswerMessage {
  const { signal = '', update, arguments: written = byDefault } = own;
  const layout = toLayout(written, whole);
  return update === undefined
    ? { kind: 'signal', name: signal, layout }
    : { kind: 'update', name: update, layout };
}
