/** JMESPath, evaluated at once and without a limit of time. */
import { type JSONValue, TreeInterpreter, compile } from '@jmespath-community/jmespath';

import type { Evaluated } from '../../core/tool/expression.js';
import { cutText } from '../../core/value/cut-text.js';

const MAX_REASON_LENGTH = 200;

/** An expression that was parsed. */
export type Syntax = ReturnType<typeof compile>;

/** Parses an expression without faults. */
export const parseExpression: (text: string) => Syntax = compile;

/** Binds variables to their values. The input cannot replace them. */
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
    // The library's only interpreter keeps the last value in memory. This call releases it.
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
    // The library's messages name functions and types, never values.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: cutText(reason.replace(/\.$/, ''), MAX_REASON_LENGTH) };
  }
}

/** Maximum size of an expression's result: one payload of Temporal, and some more. */
const MAX_SIZE = 4 * 1024 * 1024;
/** Maximum nesting of objects and lists. */
const MAX_DEPTH = 64;
/** Counted size of a member, or of a value that is no text. */
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
  const copy = (one: unknown, depth: number): unknown => {
    count(typeof one === 'string' ? one.length : MEMBER_SIZE);
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error('it gives no number');
    if (typeof one === 'function' || one === undefined) return null;
    if (typeof one !== 'object' || one === null) return one;
    if (depth > MAX_DEPTH) throw new Error(`it gives more than ${MAX_DEPTH} levels of nesting`);
    if (Array.isArray(one)) return one.map((item: unknown) => copy(item, depth + 1));
    return Object.fromEntries(
      Object.entries(one).map(([name, member]: [string, unknown]) => {
        count(name.length + MEMBER_SIZE);
        return [name, copy(member, depth + 1)];
      }),
    );
  };
  return copy(value, 1);
}
