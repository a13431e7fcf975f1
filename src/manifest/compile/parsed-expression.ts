/** Parsed JMESPath: what an expression reads, and its value, found at once and without a limit of time. */
import {
  type JSONValue,
  TYPE_ANY,
  TreeInterpreter,
  compile,
  registerFunction,
} from '@jmespath-community/jmespath';

import { type Evaluated, INPUT, type Reading, type Scope } from '../../core/mapping/expression.js';
import { cutText } from '../../core/value/cut-text.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';
import { LongDecimal } from '../../core/value/long-decimal.js';
import { ownMember } from '../../core/value/members.js';

/** The library's function throws at integers beyond ±(2^53 − 1). Others pass them on, but do not calculate with them. */
registerFunction(
  'to_string',
  ([value]) => (typeof value === 'string' ? value : (toJson(value) ?? 'null')),
  [{ types: [TYPE_ANY] }],
  { override: true },
);

type Syntax = ReturnType<typeof compile>;

/** Quoted parts, variables and names of an expression. */
const TOKEN =
  /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|\$?[\p{L}_][\p{L}\p{M}\p{N}_]*/gsu;
/** Unquoted names of JMESPath have ASCII letters only. */
const FOREIGN_NAME = /^(?!["'`$]).*[^\0-\x7F]/su;

/** Parses an expression without faults. Names of any letters need no quotes. */
export function parseExpression(text: string): Syntax {
  return compile(text.replace(TOKEN, (token) => (FOREIGN_NAME.test(token) ? `"${token}"` : token)));
}

interface FunctionCall {
  readonly name: string;
  readonly argumentCount: number;
}

function partsOf(node: Syntax): readonly Syntax[] {
  const parts = Object.values(node).flat() as readonly unknown[];
  return parts.filter(
    (part): part is Syntax => typeof part === 'object' && part !== null && 'type' in part,
  );
}

/** Depth of the nested or chained parts. It is not recursive, since they may be more than the stack holds. */
export function depthOf(root: Syntax): number {
  let depth = 0;
  for (let level: readonly Syntax[] = [root]; level.length > 0; level = level.flatMap(partsOf)) {
    depth += 1;
  }
  return depth;
}

export function findFunctions(node: Syntax): readonly FunctionCall[] {
  // The content of a literal is data, in any form.
  if (node.type === 'Literal') return [];
  const own =
    node.type === 'Function' ? [{ name: node.name, argumentCount: node.children.length }] : [];
  return [...own, ...partsOf(node).flatMap(findFunctions)];
}

/**
 * Nodes whose first part reads the value. Their later parts get the result of the first: in a projection, one element
 * after the other.
 */
const CHAINS: readonly Syntax['type'][] = [
  'Subexpression',
  'IndexExpression',
  'Projection',
  'ValueProjection',
  'FilterProjection',
  'Pipe',
];

/** A step into a value: the name of a member, or an index in a list. */
type Step = string | number;

interface Path {
  readonly root: string;
  readonly steps: readonly Step[];
  readonly isBare?: true | undefined;
}

/** The steps of a node that reads one place in the result of another one; `undefined` for other nodes. */
function stepsOf(node: Syntax): readonly Step[] | undefined {
  if (node.type === 'Field') return [node.name];
  if (node.type === 'Index') return [node.value];
  if (node.type !== 'Subexpression' && node.type !== 'IndexExpression' && node.type !== 'Pipe')
    return undefined;
  const [left, right] = [stepsOf(node.left), stepsOf(node.right)];
  return left && right && [...left, ...right];
}

/** The path that a node reads, if it does no more than that: `$query.lines[0].sku`. After a path, a pipe is a dot. */
export function pathOf(node: Syntax): Path | undefined {
  if (node.type === 'Variable') return { root: node.name, steps: [] };
  if (node.type === 'Current') return { root: INPUT, steps: [] };
  if (node.type === 'Field') return { root: INPUT, steps: [node.name], isBare: true };
  if (node.type !== 'Subexpression' && node.type !== 'IndexExpression' && node.type !== 'Pipe')
    return undefined;
  const left = pathOf(node.left);
  const steps = stepsOf(node.right);
  return left && steps && { ...left, steps: [...left.steps, ...steps] };
}

export function toReading({ steps, ...path }: Path): Reading {
  const end = steps.findIndex((step) => typeof step === 'number');
  return { ...path, path: (end < 0 ? steps : steps.slice(0, end)).map(String) };
}

/** Where a part of an expression stands. */
interface Standing {
  /** The value of the part is the whole scope, and no element or result. */
  readonly isOutside: boolean;
  /** Variables that the expression binds itself. */
  readonly bound: readonly string[];
}

/**
 * The longest path of each root that an expression reads. Inside a filter or a function reference, a name alone is a
 * member of the element.
 */
export function readingsOf(
  node: Syntax,
  { isOutside, bound }: Standing = { isOutside: true, bound: [] },
): readonly Reading[] {
  if (node.type === 'Literal') return [];
  const path = pathOf(node);
  if (path) {
    const isOfRoot = hasVariable(node) ? !bound.includes(path.root) : isOutside;
    return isOfRoot ? [toReading(path)] : [];
  }
  if (node.type === 'Root') return [{ root: '', path: [] }];
  if (node.type === 'Identity') return isOutside ? [{ root: INPUT, path: [] }] : [];
  if (node.type === 'LetExpression') {
    const own = node.bindings.map(({ variable }) => variable);
    return [
      // The library also accepts a binding without "=", which then has no reference.
      ...node.bindings.flatMap((binding) =>
        partsOf(binding).flatMap((part) => readingsOf(part, { isOutside, bound })),
      ),
      ...readingsOf(node.expression, { isOutside, bound: [...bound, ...own] }),
    ];
  }
  const left = CHAINS.includes(node.type) && 'left' in node ? node.left : undefined;
  const isReference = node.type === 'ExpressionReference';
  const readings = partsOf(node).flatMap((part) => {
    const isInside = isReference || (left !== undefined && part !== left);
    return readingsOf(part, { isOutside: isOutside && !isInside, bound });
  });
  return mayMissParts(node) ? readings.map((reading) => ({ ...reading, mayMiss: true })) : readings;
}

/** Returns true if a node has a value without one of its parts. */
function mayMissParts(node: Syntax): boolean {
  if (node.type === 'Function') return node.name === 'not_null';
  return node.type === 'OrExpression' || node.type === 'AndExpression';
}

function hasVariable(node: Syntax): boolean {
  return node.type === 'Variable' || ('left' in node && hasVariable(node.left));
}

/** Finds `!a.b`, which reads a member of true or false. */
export function findNegatedPart(node: Syntax): boolean {
  if (node.type === 'Literal') return false;
  const isChain = CHAINS.includes(node.type) && 'left' in node;
  return (isChain && node.left.type === 'NotExpression') || partsOf(node).some(findNegatedPart);
}

function stepInto(value: unknown, step: Step): unknown {
  if (typeof step === 'string') return isRecord(value) ? ownMember(value, step) : undefined;
  return Array.isArray(value) ? (value as readonly unknown[]).at(step) : undefined;
}

/** Reads a path. The value is passed on as it is, bytes and large numbers included. */
export function readPath({ root, steps }: Path, scope: Scope): unknown {
  return steps.reduce(stepInto, ownMember(scope, root));
}

/** Functions whose time and result are in proportion to their arguments. */
const LINEAR_FUNCTIONS: readonly string[] = [
  ...['abs', 'avg', 'ceil', 'contains', 'ends_with', 'floor', 'items', 'keys', 'length', 'lower'],
  ...['map', 'max', 'max_by', 'min', 'min_by', 'not_null', 'reverse', 'sort', 'sort_by', 'sum'],
  ...['starts_with', 'to_array', 'to_number', 'trim', 'type', 'upper', 'values'],
];
const LOOPS: readonly Syntax['type'][] = [
  'Projection',
  'ValueProjection',
  'FilterProjection',
  'ExpressionReference',
];

/**
 * Returns true if an expression reads each part of a value a fixed number of times, and does not read a list again for
 * each of its elements.
 */
export function isQuick(node: Syntax, isInLoop = false): boolean {
  if (node.type === 'Literal') return true;
  // Each element may look at a whole root.
  if (node.type === 'LetExpression' || (isInLoop && node.type === 'Variable')) return false;
  if (node.type === 'Function' && !LINEAR_FUNCTIONS.includes(node.name)) return false;
  const left = LOOPS.includes(node.type) && 'left' in node ? node.left : undefined;
  return partsOf(node).every((part) =>
    isQuick(part, isInLoop || (LOOPS.includes(node.type) && part !== left)),
  );
}

const MAX_REASON_LENGTH = 200;

/** Binds roots to their values. The input cannot replace them. */
function bind(syntax: Syntax, scope: Scope): Syntax {
  const bindings = Object.entries(scope).map(([variable, value]) => {
    const reference = { type: 'Literal', value: (value ?? null) as JSONValue } as const;
    return { type: 'Binding', variable, reference } as const;
  });
  return bindings.length === 0 ? syntax : { type: 'LetExpression', bindings, expression: syntax };
}

function search(syntax: Syntax, value: unknown): unknown {
  try {
    return toPlainJson(TreeInterpreter.search(syntax, value as JSONValue));
  } finally {
    // The library's only interpreter keeps the last value in memory. This call releases it.
    TreeInterpreter.search({ type: 'Identity' }, null);
  }
}

export function interpret(syntax: Syntax, scope: Scope): Evaluated {
  try {
    return { ok: true, value: search(bind(syntax, scope), scope[INPUT] ?? null) ?? undefined };
  } catch (error) {
    // The library's messages name functions and types, never values.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: cutText(reason.replace(/\.$/, ''), MAX_REASON_LENGTH) };
  }
}

/** Maximum size of an expression's result: one payload of Temporal, and some more. */
const MAX_SIZE = 4 * 1024 * 1024;
/** Maximum nesting of objects and lists. */
const MAX_DEPTH = 64;
/** Counted size of a member, or of a value that isn't a text. */
const MEMBER_SIZE = 2;

/**
 * Makes a plain JSON copy of an expression's result, without functions and prototypes. Its size is limited, even if the
 * result contains the same list many times.
 *
 * @throws {Error} When the result is too large or too deep, or contains a number that JSON does not have.
 */
export function toPlainJson(value: unknown): unknown {
  let size = 0;
  const count = (more: number): void => {
    size += more;
    if (size > MAX_SIZE) throw new Error(`it gives more than ${MAX_SIZE} bytes`);
  };
  const copy = (part: unknown, depth: number): unknown => {
    count(typeof part === 'string' ? part.length : MEMBER_SIZE);
    if (typeof part === 'number' && !Number.isFinite(part))
      throw new Error('it does not give a number');
    if (typeof part === 'function' || part === undefined) return null;
    if (typeof part !== 'object' || part === null || part instanceof LongDecimal) return part;
    if (depth > MAX_DEPTH) throw new Error(`it gives more than ${MAX_DEPTH} levels of nesting`);
    if (Array.isArray(part)) return part.map((item: unknown) => copy(item, depth + 1));
    return Object.fromEntries(
      Object.entries(part).map(([name, member]: [string, unknown]) => {
        count(name.length + MEMBER_SIZE);
        return [name, copy(member, depth + 1)];
      }),
    );
  };
  return copy(value, 1);
}
