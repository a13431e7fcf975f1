/** Checks of values within a limit of time: those that are always quick run at once, and threads do the others. */
import type { Violation } from '../../core/errors.js';
import type { ObjectSchema, ParsedInput } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { CHECK_LIMIT_MS, runCheck } from '../thread/check-job.js';

import { compileDefaults, compileSchema } from './compile-schema.js';
import { compilePattern } from './linear-pattern.js';

/** Limit of a small value: characters of texts and names, and 1 for each other value. */
const MAX_SIZE = 16 * 1024;
/** With references, a schema can contain itself, and be checked more often than there are values. */
const REFERENCES: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];

function isLinear(pattern: string): boolean {
  try {
    return compilePattern(pattern).isLinear;
  } catch {
    return false;
  }
}

/**
 * Returns true if a keyword's check is quick. A property may have a keyword's name: then the value is a schema, no
 * text.
 */
function isQuickKeyword(keyword: string, value: unknown): boolean {
  if (REFERENCES.includes(keyword)) return false;
  if (keyword === 'pattern') return typeof value !== 'string' || isLinear(value);
  if (keyword === 'patternProperties')
    return !isRecord(value) || Object.keys(value).every(isLinear);
  // `url` is the only format whose pattern backtracks.
  return keyword !== 'format' || value !== 'url';
}

/**
 * Returns true if each part of a schema meets each part of a value at most once, in time in proportion to the value.
 *
 * @param schema Not deeper than a manifest may be.
 */
export function hasQuickChecks(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasQuickChecks);
  if (!isRecord(schema)) return true;
  return Object.entries(schema).every(
    ([keyword, value]) => isQuickKeyword(keyword, value) && hasQuickChecks(value),
  );
}

/** Number of members and characters of a value, counted up to a bound. */
export function sizeOf(value: unknown, max: number): number {
  let size = 0;
  const left = [value];
  while (left.length > 0 && size <= max) {
    const next = left.pop();
    size += typeof next === 'string' ? next.length + 1 : 1;
    if (Array.isArray(next)) {
      size += next.length;
      if (size <= max) left.push(...(next as unknown[]));
    } else if (isRecord(next)) {
      for (const name of Object.keys(next)) {
        size += name.length;
        left.push(next[name]);
        if (size > max) break;
      }
    }
  }
  return size;
}

/** Returns true for a value of the size that people and models write. */
export function isSmall(value: unknown): boolean {
  return sizeOf(value, MAX_SIZE) <= MAX_SIZE;
}

/**
 * Checks a value of an owner against one JSON Schema. An empty list means that it fits; `undefined`, that the check
 * takes longer than {@link CHECK_LIMIT_MS}.
 */
export type SchemaValidator = (
  value: unknown,
  owner: string,
) => Promise<readonly Violation[] | undefined>;

/** The arguments of a call that were not checked in time: the server refuses them. */
export const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${CHECK_LIMIT_MS} ms` }],
};

/**
 * Compiles a JSON Schema. Threads do checks that may take long.
 *
 * @throws {Error} When it is not a valid schema; the message says why.
 */
export function limitSchema(schema: ObjectSchema): SchemaValidator {
  const validate = compileSchema(schema);
  const isQuick = hasQuickChecks(schema);
  let text: string | undefined;
  return async (value, owner) => {
    if (isQuick && isSmall(value)) return validate(value);
    text ??= JSON.stringify(schema);
    return runCheck(owner, { kind: 'schema', text, value });
  };
}

/**
 * Compiles a function that fills in a schema's `default`s, at any depth. If that takes too long, the value stays
 * unchanged.
 *
 * @throws {Error} When it is not a valid schema.
 */
export function limitDefaults(
  schema: ObjectSchema,
): (
  value: Readonly<Record<string, unknown>>,
  owner: string,
) => Promise<Readonly<Record<string, unknown>>> {
  const fill = compileDefaults(schema);
  const isQuick = hasQuickChecks(schema);
  return async (value, owner) => {
    if (isQuick && isSmall(value)) {
      const filled = structuredClone(value);
      fill(filled);
      return filled;
    }
    const text = JSON.stringify(schema);
    return (await runCheck(owner, { kind: 'defaults', text, value })) ?? value;
  };
}
