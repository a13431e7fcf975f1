import * as z from 'zod';

import type { ArgumentLayout, LaidOutArgument } from '../../core/tool/argument-layout.js';
import { callerPlaceholderIn } from '../../core/tool/caller-placeholder.js';
import { toExpression } from '../expression/compile-expression.js';
import { text } from '../file/text.js';
import { key } from '../key.js';

/** A computed value: `{ expression: 'customer.id' }`. */
export const computedSchema = z.strictObject({
  expression: z
    .string({ error: 'Write the expression in quotes: "{ id: customer_id }".' })
    .describe('In JMESPath: "{ id: customer_id, total: sum(lines[].cents) }".'),
});

/** One argument: the name of a property, a placeholder of the caller, a constant, or an expression. */
const argument = z.union(
  [text, z.strictObject({ value: z.json().describe('A constant.') }), computedSchema],
  {
    error:
      'Write the name of a property, a constant ({ value: … }), or an expression ({ expression: "…" }).',
  },
);

/** Layout of the arguments of a Workflow, or of one of its handlers. */
export const argumentsSchema = z.union([
  z.array(argument),
  z.record(z.string(), argument),
  // Last: other values get a message with the possible forms.
  z.literal(
    'object',
    'Write "object"; or a list of properties, constants and expressions: [note, { value: true }, { expression: "customer.id" }]; or an object of them: { customer_id: customer }.',
  ),
]);

/** The key `arguments` of a Workflow or of an action. */
export const argumentsKey = key(
  argumentsSchema,
  'The layout of the input: "object" (default), or for each position a property, "{principal.subject}" and its like for the caller, a constant, or an expression; [] for no arguments.',
);

/** `arguments`, as a manifest has it. */
export type LayoutSource = z.output<typeof argumentsSchema>;
/** The same before parsing, as a TypeScript user writes it. */
export type LayoutInput = z.input<typeof argumentsSchema>;

function toArgument(source: z.output<typeof argument>): LaidOutArgument {
  if (typeof source === 'string') {
    const caller = callerPlaceholderIn(source);
    return caller === undefined ? source : { caller };
  }
  return 'expression' in source ? { expression: toExpression(source.expression) } : source;
}

/** A layout with its expressions compiled. The check reports their faults. */
export function toLayout(source: LayoutSource): ArgumentLayout {
  if (typeof source === 'string') return source;
  if (Array.isArray(source)) return source.map(toArgument);
  return Object.fromEntries(Object.entries(source).map(([name, one]) => [name, toArgument(one)]));
}
