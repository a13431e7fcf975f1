/** The language of expressions in a manifest: JMESPath. No other file knows which it is. */
import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath';

import { cutText } from '../core/cut-text.js';
import type { Evaluated, Expression } from '../core/expression.js';

import { type ExpressionFault, findExpressionFault } from './find-expression-fault.js';
import { outlookOf } from './inspect-expression.js';
import { CHECK_LIMIT_MS, limitTime } from './limit-time.js';
import { toPlainJson } from './to-plain-json.js';

const MAX_REASON_LENGTH = 200;

/** An expression, or why there is none. */
export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly fault: ExpressionFault };

type Syntax = ReturnType<typeof compile>;

type Variables = Readonly<Record<string, unknown>>;

/** The syntax with values for its variables, which nothing in what it looks at can take the place of. */
function bind(syntax: Syntax, variables: Variables): Syntax {
  const bindings = Object.entries(variables).map(([variable, value]) => {
    const reference = { type: 'Literal', value: (value ?? null) as JSONValue } as const;
    return { type: 'Binding', variable, reference } as const;
  });
  return { type: 'LetExpression', bindings, expression: syntax };
}

function search(syntax: Syntax, value: unknown): unknown {
  try {
    return toPlainJson(TreeInterpreter.search(syntax, value as JSONValue));
  } finally {
    // The one interpreter would keep the value until it gets the next.
    TreeInterpreter.search({ type: 'Identity' }, null);
  }
}

function evaluate(syntax: Syntax, value: unknown): Evaluated {
  try {
    const found = limitTime(() => ({ value: search(syntax, value) }));
    if (!found) return { ok: false, reason: `it takes longer than ${CHECK_LIMIT_MS} ms` };
    return { ok: true, value: found.value ?? undefined };
  } catch (error) {
    // The library speaks of functions and types, never of values.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: cutText(reason.replace(/\.$/, ''), MAX_REASON_LENGTH) };
  }
}

/** Compiles an expression, and finds what is wrong with it. */
export function compileExpression(text: string): CompiledExpression {
  const fault = findExpressionFault(text);
  if (fault) return { ok: false, fault };
  const syntax = compile(text);
  const outlook = outlookOf(syntax);
  return {
    ok: true,
    expression: {
      text,
      ...outlook,
      evaluate: (value, variables = {}) =>
        evaluate(outlook.variables.length > 0 ? bind(syntax, variables) : syntax, value),
    },
  };
}

/** In place of an expression that cannot be compiled, which is found when it is checked. */
const NO_EXPRESSION: Expression = {
  text: '',
  names: [],
  looksAtAll: false,
  variables: [],
  evaluate: () => ({ ok: false, reason: 'it is no expression' }),
};

/** An expression as it is used. What is wrong with it is found when it is checked. */
export function toExpression(text: string): Expression {
  const compiled = compileExpression(text);
  return compiled.ok ? compiled.expression : NO_EXPRESSION;
}
