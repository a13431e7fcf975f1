/** The language of expressions in a manifest: JMESPath, in which a name alone is an argument and `$name` a root. */
import {
  TreeInterpreter,
  getRegisteredFunctions,
  isRegistered,
} from '@jmespath-community/jmespath';

import {
  type Evaluated,
  type Expression,
  INPUT,
  type Reading,
  type Scope,
} from '../../core/mapping/expression.js';
import { findNearest } from '../../core/value/find-nearest.js';

import {
  depthOf,
  findFunctions,
  findNegatedPart,
  interpret,
  isQuick,
  parseExpression,
  pathOf,
  readingsOf,
  readPath,
  toReading,
} from './parsed-expression.js';
import { CHECK_LIMIT_MS, runCheck } from './run-check.js';

const STOPPED: Evaluated = { ok: false, reason: `it takes longer than ${CHECK_LIMIT_MS} ms` };

export type Compiled<Made> =
  { readonly ok: true; readonly made: Made } | { readonly ok: false; readonly fault: string };

/** The expression of an argument, whose name may have any letters. */
function toArgument(name: string): Expression {
  const place: Reading = { root: INPUT, path: [name], isBare: true };
  const evaluate: Expression['evaluate'] = async (scope) =>
    Promise.resolve({ ok: true, value: readPath({ root: INPUT, steps: [name] }, scope) });
  return { text: name, reads: [place], place, evaluate };
}

/** @param names The arguments of the call. A text that equals one letter by letter is that argument. */
export function compileExpression(
  text: string,
  names: readonly string[] = [],
): Compiled<Expression> {
  if (names.includes(text)) return { ok: true, made: toArgument(text) };
  const fault = findExpressionFault(text);
  if (fault !== undefined) return { ok: false, fault };
  const syntax = parseExpression(text);
  const reads = readingsOf(syntax);
  const path = pathOf(syntax);
  const isQuickOne = isQuick(syntax);
  const roots = [...new Set([INPUT, ...reads.map(({ root }) => root)])];
  const evaluate: Expression['evaluate'] = async (whole) => {
    if (path) return { ok: true, value: readPath(path, whole) };
    const scope: Scope = Object.fromEntries(roots.map((root) => [root, whole[root] ?? null]));
    if (isQuickOne) return interpret(syntax, scope);
    return (await runCheck({ kind: 'expression', text, value: scope })) ?? STOPPED;
  };
  const isPlain = path?.steps.every((step) => typeof step === 'string') === true;
  const place = isPlain ? { place: toReading(path) } : {};
  return { ok: true, made: { text, reads, ...place, evaluate } };
}

/** Replaces an expression with a compile error, which the check reports. */
const NO_EXPRESSION: Expression = {
  text: '',
  reads: [],
  evaluate: async () => Promise.resolve({ ok: false, reason: 'it is not an expression' }),
};

/** Compile errors are reported by the check. */
export function toExpression(text: string, names?: readonly string[]): Expression {
  const compiled = compileExpression(text, names);
  return compiled.ok ? compiled.made : NO_EXPRESSION;
}

/** {@link toExpression} for a key that may be absent. */
export function toOptionalExpression(
  text: string | undefined,
  names?: readonly string[],
): Expression | undefined {
  return text === undefined ? undefined : toExpression(text, names);
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

const NUMBER_TOKEN = /invalid token \(Number\): "?(-?\d+)/;
/** Parts of an expression in which nothing is a sign of the language. */
const QUOTED = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs;

/** Habits of other languages, by their mark outside quotes, with what is written instead. */
const HABITS: readonly (readonly [mark: RegExp, instead: (text: string) => string])[] = [
  [
    /(?<![\w$])\{[\w$.]+\}/,
    (text) =>
      `An expression has names without braces: write ${text.replace(/\{([\w$.]+)\}/g, '$1')}.`,
  ],
  [
    /(?<![\w$."])(?:and|or|not)(?![\w."])/i,
    () => 'Write "&&" for "and", "||" for "or", and "!" for "not".',
  ],
  [/===/, () => 'Write "==" to compare.'],
  [/^\s*\./, (text) => `An expression begins with a name: write ${text.replace(/^[\s.]+/, '')}.`],
  [
    /(?<=[\w\])])\.\d+/,
    (text) => `An element of a list stands in brackets: write ${text.replace(/\.(\d+)/g, '[$1]')}.`,
  ],
  [
    /^[\w$.]+\s*:[^:]*$/,
    (text) => `A value has no format here: write ${text.replace(/:.*$/s, '')}.`,
  ],
];

function describeSyntax(text: string, complaint: string): string {
  const [, number] = NUMBER_TOKEN.exec(complaint) ?? [];
  if (number !== undefined) return `Numbers stand in backticks: write \`${number}\`.`;
  const outside = text.replace(QUOTED, '""');
  const [, instead] = HABITS.find(([mark]) => mark.test(outside)) ?? [];
  return instead?.(text) ?? `Not a JMESPath expression: ${complaint}.`;
}

/** The fault of an expression; `undefined` if it compiles. */
function findExpressionFault(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `An expression has at most ${MAX_LENGTH} characters.`;
  const complaint = complaintOf(() => parseExpression(text));
  if (complaint !== undefined) return describeSyntax(text, complaint);
  const syntax = parseExpression(text);
  if (depthOf(syntax) > MAX_DEPTH) {
    return `An expression has at most ${MAX_DEPTH} nested or chained parts.`;
  }
  if (findNegatedPart(syntax)) {
    return 'The "!" holds for the first name only: write parentheses, "!(a.b)".';
  }
  return findBadCall(text);
}
