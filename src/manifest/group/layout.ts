import * as z from 'zod';

import type { ArgumentLayout, LaidOutArgument } from '../../core/mapping/argument-layout.js';
import {
  CALLER_PLACEHOLDERS,
  callerPlaceholderIn,
  isAboutCaller,
} from '../../core/mapping/caller-placeholder.js';
import type { MessageKind, MessageTarget } from '../../core/mapping/message-target.js';
import { nearestName } from '../../core/value/find-nearest.js';
import { compileExpression, toExpression } from '../compile/compile-expression.js';
import { text, key } from '../key.js';
import type { LocatedProblem } from '../manifest-error.js';

/** A computed value: `{ expression: 'customer.id' }`. */
export const computedSchema = z.strictObject({
  expression: z
    .string({ error: 'Write the expression in quotes: "{ id: customer_id }".' })
    .describe('In JMESPath: "{ id: customer_id, total: sum(lines[].cents) }".'),
});

/** One argument: the name of a property, a placeholder of the caller, a constant, an expression, or bytes. */
const argument = z.union(
  [
    text,
    z.strictObject({ value: z.json().describe('A constant.') }),
    computedSchema,
    z.strictObject({
      bytes: text.describe('The name of a property in base64, which the Workflow takes as bytes.'),
    }),
  ],
  {
    error:
      'Write the name of a property, a constant ({ value: … }), an expression ({ expression: "…" }), or bytes ({ bytes: name }).',
  },
);

const argumentsSchema = z.union([
  z.array(argument),
  z.record(z.string(), argument),
  // Last: other values get a message with the possible forms.
  z.literal(
    'object',
    'Write "object"; or a list of properties, constants and expressions: [note, { value: true }, { expression: "customer.id" }]; or an object of them: { customer_id: customer }.',
  ),
]);

export const argumentsKey = key(
  argumentsSchema,
  'The layout of the input: "object" (default), or for each position a property, "{principal.subject}" and its like for the caller, a constant, or an expression; [] for no arguments.',
);

export type LayoutSource = z.output<typeof argumentsSchema>;
/** `arguments` before parsing, as a TypeScript user writes it. */
export type LayoutInput = z.input<typeof argumentsSchema>;

function toArgument(source: z.output<typeof argument>): LaidOutArgument {
  if (typeof source === 'string') {
    const caller = callerPlaceholderIn(source);
    return caller === undefined ? source : { caller };
  }
  return 'expression' in source ? { expression: toExpression(source.expression) } : source;
}

/** The check reports faults of its expressions. */
export function toLayout(source: LayoutSource): ArgumentLayout {
  if (typeof source === 'string') return source;
  if (Array.isArray(source)) return source.map(toArgument);
  return Object.fromEntries(Object.entries(source).map(([name, one]) => [name, toArgument(one)]));
}

export interface LayoutPlace {
  readonly path: readonly PropertyKey[];
  /** Default: a message that the tool's input lacks the name. */
  readonly misfit?: (name: string) => string;
}

/** The variable of the caller in expressions for arguments. */
const CALLER_VARIABLE = 'principal';

interface ExpressionScope {
  /** The fault of a member's name. Default: none. */
  readonly findMisfit?: (name: string) => string | undefined;
  /** The known variables. Default: none. */
  readonly variables?: readonly string[];
}

/** The fault of an expression: its text, or an unknown name in it. */
export function checkExpression(
  text: string,
  path: readonly PropertyKey[],
  { findMisfit = () => undefined, variables = [] }: ExpressionScope = {},
): LocatedProblem[] {
  const compiled = compileExpression(text);
  if (!compiled.ok) return [{ path, message: compiled.fault }];
  const { expression } = compiled;
  const misfits = expression.names.flatMap((name) => {
    const message = findMisfit(name);
    return message === undefined ? [] : [{ path, message }];
  });
  const known = variables.map((name) => `$${name}`).join(', ');
  const unknown = expression.variables.flatMap((name) => {
    if (variables.includes(name)) return [];
    const message = `Unknown variable "$${name}".${known === '' ? '' : ` There is ${known}.`}`;
    return [{ path, message }];
  });
  return [...misfits, ...unknown];
}

/**
 * Returns the names that a layout takes; `undefined` if it takes all, for example by an expression that reads all of
 * it.
 */
export function namesTakenBy(layout: LayoutSource): readonly string[] | undefined {
  if (typeof layout === 'string') return undefined;
  const names: string[] = [];
  for (const one of Object.values(layout)) {
    if (typeof one === 'string') {
      if (callerPlaceholderIn(one) === undefined) names.push(one);
    } else if ('bytes' in one) {
      names.push(one.bytes);
    } else if ('expression' in one) {
      const compiled = compileExpression(one.expression);
      if (!compiled.ok || compiled.expression.looksAtAll) return undefined;
      names.push(...compiled.expression.names);
    }
  }
  return names;
}

/** Reports names that stand at two positions. */
function checkRepetitions(
  layout: readonly unknown[],
  known: readonly string[],
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return layout.flatMap((name, index) => {
    const first = layout.indexOf(name);
    if (typeof name !== 'string' || !known.includes(name) || first === index) return [];
    const message = `"${name}" is already argument ${first + 1}: leave it out, or name another property.`;
    return [{ path: [...path, 'arguments', index], message }];
  });
}

/** Reports arguments that are not among the properties, repeated arguments, and invalid expressions. */
export function checkLayout(
  layout: LayoutSource | undefined,
  properties: unknown,
  { path, misfit = (name) => `"${name}" is not a property of the tool's input.` }: LayoutPlace,
): LocatedProblem[] {
  if (layout === undefined || typeof layout === 'string') return [];
  const known = Object.keys(properties ?? {});
  const taken = namesTakenBy(layout) ?? [];
  const findMisfit = (name: string): string | undefined => {
    if (callerPlaceholderIn(name) !== undefined) {
      if (!known.includes(name)) return undefined;
      return `"${name}" stands for the caller: rename the property of that name.`;
    }
    if (known.includes(name)) return undefined;
    if (isAboutCaller(name)) return `For the caller there are ${CALLER_PLACEHOLDERS}.`;
    const meant = nearestName(
      name,
      known.filter((one) => !taken.includes(one)),
    );
    return `${misfit(name)}${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
  };
  const places = Array.isArray(layout) ? [...layout.entries()] : Object.entries(layout);
  const misfits = places.flatMap(([key, one]) => {
    const place = [...path, 'arguments', key];
    if (typeof one === 'object' && 'bytes' in one) {
      const message = Array.isArray(layout)
        ? findMisfit(one.bytes)
        : 'JSON has no bytes: give them a position of their own, "arguments: [{ bytes: content }]".';
      return message === undefined ? [] : [{ path: [...place, 'bytes'], message }];
    }
    if (typeof one === 'object') {
      if (!('expression' in one)) return [];
      const scope = { findMisfit, variables: [CALLER_VARIABLE] };
      return checkExpression(one.expression, [...place, 'expression'], scope);
    }
    const message = findMisfit(one);
    return message === undefined ? [] : [{ path: place, message }];
  });
  return Array.isArray(layout) ? [...misfits, ...checkRepetitions(layout, known, path)] : misfits;
}

/** Properties that no argument takes, so that their values would be lost. */
export function checkCoverage(
  layout: LayoutSource | undefined,
  properties: unknown,
  {
    path,
    isUsed = () => false,
  }: {
    /** Path of the schema with the properties. */
    readonly path: readonly PropertyKey[];
    /** Returns true if the property has another use. */
    readonly isUsed?: (name: string) => boolean;
  },
): LocatedProblem[] {
  const names = layout && namesTakenBy(layout);
  if (names === undefined) return [];
  const known = Object.keys(properties ?? {});
  // An unknown name may be the misspelt name of a property that seems to be missing.
  if (names.some((name) => !known.includes(name))) return [];
  const what = Array.isArray(layout) ? 'position' : 'member';
  return known
    .filter((name) => !names.includes(name) && !isUsed(name))
    .map((name) => ({
      path: [...path, 'properties', name],
      message: `No ${what} of "arguments" uses "${name}", so its value would be lost: add it there, or remove the property.`,
      key: name,
    }));
}

/** The handler of a message: one of these. */
export const targetShape = {
  query: key(text, 'The name of a Query of the Workflow.'),
  signal: key(text, 'The name of a Signal of the Workflow.'),
  update: key(text, 'The name of an Update of the Workflow.'),
};

/** A message that changes the Workflow: `startWith` of a tool, `answer` and `decline` of a question. */
export const messageGroup = z.strictObject({
  signal: targetShape.signal,
  update: targetShape.update,
  arguments: key(
    argumentsSchema,
    'The arguments of the handler: "object", or for each position a property, a constant, or an expression; [] for none.',
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
