/** The language of expressions in a manifest: JMESPath. */
import {
  TreeInterpreter,
  compile,
  getRegisteredFunctions,
  isRegistered,
  tokenize,
} from '@jmespath-community/jmespath';

import type { Evaluated, Expression } from '../../core/tool/expression.js';
import { findNearest } from '../../core/tool/find-nearest.js';
import { CHECK_LIMIT_MS, runCheck } from '../thread/run-check.js';

import {
  depthOf,
  findFunctions,
  interpret,
  isQuick,
  outlookOf,
  parseExpression,
} from './parsed-expression.js';

const STOPPED: Evaluated = { ok: false, reason: `it takes longer than ${CHECK_LIMIT_MS} ms` };

/** A compiled expression, or its fault. */
export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly fault: ExpressionFault };

/** Compiles an expression, or finds its fault. */
export function compileExpression(text: string): CompiledExpression {
  const fault = findExpressionFault(text);
  if (fault) return { ok: false, fault };
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
  evaluate: async () => Promise.resolve({ ok: false, reason: 'it is no expression' }),
};

/** A compiled expression. Compile errors are reported by the check. */
export function toExpression(text: string): Expression {
  const compiled = compileExpression(text);
  return compiled.ok ? compiled.expression : NO_EXPRESSION;
}

/** A limit far above expressions that people write. It keeps the search for faults short. */
const MAX_LENGTH = 4_096;
/** A limit far above the nesting that people write. It protects the stack. */
const MAX_DEPTH = 256;
/** Within this distance, a name counts as a misspelt known name. */
const MAX_TYPO_DISTANCE = 2;
/** Matches the library's messages about an incomplete expression. */
const ENDS_EARLY = /\(EOF\)|got: EOF/;

/** A fault with its position in the expression, in characters from 0. */
interface ExpressionFault {
  readonly message: string;
  readonly offset: number;
}

/** Returns the message of an error that `work` throws. */
function complaintOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Finds the first character that belongs to no token. */
function findBadToken(text: string): ExpressionFault | undefined {
  if (complaintOf(() => tokenize(text)) === undefined) return undefined;
  for (let end = text.length - 1; end > 0; end -= 1) {
    if (complaintOf(() => tokenize(text.slice(0, end))) !== undefined) continue;
    const offset = end + (text.slice(end).length - text.slice(end).trimStart().length);
    return { offset, message: `what begins with ${text.charAt(offset)} is no part of one` };
  }
  return { offset: 0, message: `what begins with ${text.charAt(0)} is no part of one` };
}

/**
 * Finds the first misplaced token: the text before it is only incomplete. All longer texts have the same fault, so
 * bisection works.
 */
function findMisplaced(text: string): ExpressionFault | undefined {
  if (complaintOf(() => compile(text)) === undefined) return undefined;
  const starts = tokenize(text)
    .map(({ start }) => start)
    .filter((start) => start < text.length);
  const endOf = (index: number): number => starts[index + 1] ?? text.length;
  const isMisplacedIn = (index: number): boolean => {
    const complaint = complaintOf(() => compile(text.slice(0, endOf(index))));
    return complaint !== undefined && !ENDS_EARLY.test(complaint);
  };
  let sound = 0;
  let rest = starts.length;
  while (sound < rest) {
    const middle = Math.floor((sound + rest) / 2);
    if (isMisplacedIn(middle)) rest = middle;
    else sound = middle + 1;
  }
  const offset = starts[sound];
  if (offset === undefined) return { offset: text.length, message: 'it ends too early' };
  return { offset, message: `${text.slice(offset, endOf(sound)).trim()} cannot stand here` };
}

function findDepth(text: string): ExpressionFault | undefined {
  if (depthOf(compile(text)) <= MAX_DEPTH) return undefined;
  return { offset: 0, message: `it has more than ${MAX_DEPTH} parts inside or behind each other` };
}

function suggest(name: string): string {
  const nearest = findNearest(name, getRegisteredFunctions(), () => MAX_TYPO_DISTANCE);
  return nearest === undefined ? '' : ` Did you mean ${nearest}()?`;
}

/** Finds an unknown function, or a call with too few or too many arguments. */
function findBadCall(text: string): ExpressionFault | undefined {
  for (const { name, argumentCount } of findFunctions(compile(text))) {
    const match = new RegExp(`\\b${name}\\s*\\(`).exec(text);
    const offset = match?.index ?? 0;
    if (!isRegistered(name)) {
      return { offset, message: `there is no function ${name}().${suggest(name)}` };
    }
    const nothing = Array.from({ length: argumentCount }, () => null);
    const complaint = complaintOf(() => TreeInterpreter.runtime.callFunction(name, nothing));
    if (complaint?.startsWith('Invalid arity: ')) {
      return { offset, message: complaint.slice('Invalid arity: '.length) };
    }
  }
  return undefined;
}

/** The fault of an expression; `undefined` if it compiles. */
function findExpressionFault(text: string): ExpressionFault | undefined {
  if (text.length > MAX_LENGTH) {
    return { offset: 0, message: `An expression has ${MAX_LENGTH} characters at most.` };
  }
  const fault = findBadToken(text) ?? findMisplaced(text) ?? findDepth(text) ?? findBadCall(text);
  if (!fault) return undefined;
  const { offset, message } = fault;
  const end = message.endsWith('?') ? '' : '.';
  return {
    offset,
    message: `Not a JMESPath expression, from its character ${offset + 1} on: ${message}${end}`,
  };
}
