/** The language of expressions in a manifest: JMESPath. */
import type { Evaluated, Expression } from '../../core/tool/expression.js';
import { sizeOf } from '../schema/quick-checks.js';
import { CHECK_LIMIT_MS, runCheck } from '../thread/check-job.js';

import { stepsOf } from './expression-cost.js';
import { type ExpressionFault, findExpressionFault } from './find-expression-fault.js';
import { outlookOf } from './inspect-expression.js';
import { interpret, parseExpression } from './interpret-expression.js';

/** Steps that are evaluated at once: some 5 ms. */
const MAX_STEPS = 100_000;

const STOPPED: Evaluated = { ok: false, reason: `it takes longer than ${CHECK_LIMIT_MS} ms` };

/** An expression, or why there is none. */
export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly fault: ExpressionFault };

/** Compiles an expression, or finds its fault. */
export function compileExpression(text: string): CompiledExpression {
  const fault = findExpressionFault(text);
  if (fault) return { ok: false, fault };
  const syntax = parseExpression(text);
  const outlook = outlookOf(syntax);
  const evaluate: Expression['evaluate'] = async (value, { owner, variables: given = {} }) => {
    const variables = outlook.variables.length > 0 ? given : {};
    const steps = stepsOf(syntax, sizeOf(variables, MAX_STEPS));
    if (steps * sizeOf(value, MAX_STEPS) <= MAX_STEPS) return interpret(syntax, value, variables);
    return (await runCheck(owner, { kind: 'expression', text, value, variables })) ?? STOPPED;
  };
  return { ok: true, expression: { text, ...outlook, evaluate } };
}

/** In place of an expression that cannot be compiled, which is found when it is checked. */
const NO_EXPRESSION: Expression = {
  text: '',
  names: [],
  looksAtAll: false,
  variables: [],
  evaluate: async () => Promise.resolve({ ok: false, reason: 'it is no expression' }),
};

/** A compiled expression. Compile errors are reported by the check. */
export function toExpression(text: string): Expression {
  const compiled = compileExpression(text);
  return compiled.ok ? compiled.expression : NO_EXPRESSION;
}
