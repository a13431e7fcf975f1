/** JMESPath, evaluated at once and without a limit of time. */
import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath';

import type { Evaluated } from '../../core/tool/expression.js';
import { cutText } from '../../core/value/cut-text.js';

import { toPlainJson } from './to-plain-json.js';

const MAX_REASON_LENGTH = 200;

/** An expression that was parsed. */
export type Syntax = ReturnType<typeof compile>;

/** Parses an expression without faults. */
export const parseExpression: (text: string) => Syntax = compile;

/** The syntax with values for its variables. The input cannot replace them. */
function bind(syntax: Syntax, variables: Readonly<Record<string, unknown>>): Syntax {
  const bindings = Object.entries(variables).map(([variable, value]) => {
    const reference = { type: 'Literal', value: (value ?? null) as JSONValue } as const;
    return { type: 'Binding', variable, reference } as const;
  });
  return bindings.length === 0 ? syntax : { type: 'LetExpression', bindings, expression: syntax };
}

function search(syntax: Syntax, value: unknown): unknown {
  try {
    return toPlainJson(TreeInterpreter.search(syntax, value as JSONValue));
  } finally {
    // The one interpreter would keep the value until it gets the next.
    TreeInterpreter.search({ type: 'Identity' }, null);
  }
}

/** Evaluates an expression on a value. */
export function interpret(
  syntax: Syntax,
  value: unknown,
  variables: Readonly<Record<string, unknown>>,
): Evaluated {
  try {
    return { ok: true, value: search(bind(syntax, variables), value) ?? undefined };
  } catch (error) {
    // The library speaks of functions and types, never of values.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: cutText(reason.replace(/\.$/, ''), MAX_REASON_LENGTH) };
  }
}
