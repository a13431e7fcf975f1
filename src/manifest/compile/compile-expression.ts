/** The language of expressions in a manifest: JMESPath. */
import {
  TreeInterpreter,
  getRegisteredFunctions,
  isRegistered,
} from '@jmespath-community/jmespath';

import type { Evaluated, Expression } from '../../core/mapping/expression.js';
import { findNearest } from '../../core/value/find-nearest.js';

import {
  depthOf,
  findFunctions,
  interpret,
  isQuick,
  outlookOf,
  parseExpression,
} from './parsed-expression.js';
import { CHECK_LIMIT_MS, runCheck } from './run-check.js';

const STOPPED: Evaluated = { ok: false, reason: `it takes longer than ${CHECK_LIMIT_MS} ms` };

export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly fault: string };

export function compileExpression(text: string): CompiledExpression {
  const fault = findExpressionFault(text);
  if (fault !== undefined) return { ok: false, fault };
  const syntax = parseExpression(text);
  const outlook = outlookOf(syntax);
  const isQuickOne = isQuick(syntax);
  const evaluate: Expression['evaluate'] = async (value, given = {}) => {
    const variables = outlook.variables.length > 0 ? given : {};
    if (isQuickOne) return interpret(syntax, value, variables);
    return (await runCheck({ kind: 'expression', text, value, variables })) ?? STOPPED;
  };
  return { ok: true, expression: { text, ...outlook, evaluate } };
}

/** Replaces an expression with a compile error, which the check reports. */
const NO_EXPRESSION: Expression = {
  text: '',
  names: [],
  looksAtAll: false,
  variables: [],
  evaluate: async () => Promise.resolve({ ok: false, reason: 'it is not an expression' }),
};

/** Compile errors are reported by the check. */
export function toExpression(text: string): Expression {
  const compiled = compileExpression(text);
  return compiled.ok ? compiled.expression : NO_EXPRESSION;
}

/** A limit far above expressions that people write. */
const MAX_LENGTH = 4_096;
/** A limit far above the nesting that people write. It protects the stack. */
const MAX_DEPTH = 256;
/** Within this distance, a name counts as a misspelt known name. */
const MAX_TYPO_DISTANCE = 2;

/** Returns the message of an error that `work` throws. */
function complaintOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function suggest(name: string): string {
  const nearest = findNearest(name, getRegisteredFunctions(), () => MAX_TYPO_DISTANCE);
  return nearest === undefined ? '.' : `. Did you mean ${nearest}()?`;
}

/** Finds an unknown function, or a call with too few or too many arguments. */
function findBadCall(text: string): string | undefined {
  for (const { name, argumentCount } of findFunctions(parseExpression(text))) {
    if (!isRegistered(name)) return `JMESPath has no function ${name}()${suggest(name)}`;
    const nothing = Array.from({ length: argumentCount }, () => null);
    const complaint = complaintOf(() => TreeInterpreter.runtime.callFunction(name, nothing));
    if (complaint?.startsWith('Invalid arity: ')) {
      return `${complaint.slice('Invalid arity: '.length)}.`;
    }
  }
  return undefined;
}

/** The fault of an expression; `undefined` if it compiles. */
function findExpressionFault(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `An expression has at most ${MAX_LENGTH} characters.`;
  const complaint = complaintOf(() => parseExpression(text));
  if (complaint !== undefined) return `Not a JMESPath expression: ${complaint}.`;
  if (depthOf(parseExpression(text)) > MAX_DEPTH) {
    return `An expression has at most ${MAX_DEPTH} nested or chained parts.`;
  }
  return findBadCall(text);
}
