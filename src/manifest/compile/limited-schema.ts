/** Checks of values within a limit of time: a thread does those that can take long, whatever the size of the value. */
import type { JsonSchema, ParsedInput } from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';
import { isRecord } from '../../core/value/is-record.js';
import { followReference } from '../../core/value/json-pointer.js';

import { type CheckedValue, compileMeantValues, compileSchema } from './compile-schema.js';
import { compilePattern } from './linear-pattern.js';
import { CHECK_LIMIT_MS, runCheck } from './run-check.js';

type Schema = Readonly<Record<string, unknown>>;

function isLinear(pattern: string): boolean {
  try {
    return compilePattern(pattern).isLinear;
  } catch {
    return false;
  }
}

function hasLinearPatterns({ pattern, patternProperties, format }: Schema): boolean {
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const patterns = typeof pattern === 'string' ? [pattern, ...names] : names;
  // `url` is the only format whose pattern backtracks.
  return format !== 'url' && patterns.every(isLinear);
}

/** Maximum number of parts behind references, each as often as one value may meet it. */
const MAX_REFERRED_PARTS = 1_000;

/** A cycle exceeds the limit, and so do references that double with each step. */
function hasFewReferredParts(root: Schema): boolean {
  const open: unknown[] = [root];
  let referred = 0;
  for (const part of open) {
    const parts = walkSchema(part, []);
    if (part !== root) referred += parts.length + 1;
    if (referred > MAX_REFERRED_PARTS) return false;
    for (const { schema } of parts) {
      // References in a part with an ID of its own begin at that part.
      if ('$dynamicRef' in schema || ('$id' in schema && schema !== root)) return false;
      if (!('$ref' in schema)) continue;
      const target = followReference(root, schema['$ref']);
      if (target === undefined || target === root) return false;
      open.push(target);
    }
  }
  return true;
}

/** A check is quick if it takes time in proportion to the value. The schema is not deeper than a manifest may be. */
function hasQuickChecks(schema: Schema): boolean {
  return (
    walkSchema(schema, []).every((located) => hasLinearPatterns(located.schema)) &&
    hasFewReferredParts(schema)
  );
}

/** Checks a value against one JSON Schema; `undefined` if that takes longer than {@link CHECK_LIMIT_MS}. */
export type SchemaCheck = (value: unknown) => Promise<CheckedValue | undefined>;

/** The arguments of a call that were not checked in time: the server refuses them. */
export const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${CHECK_LIMIT_MS} ms` }],
};

/**
 * Compiles a JSON Schema. A thread does checks that may take long.
 *
 * @throws {Error} When it is not a valid schema; the message says why.
 */
export function limitSchema(schema: JsonSchema): SchemaCheck {
  const check = compileSchema(schema);
  if (hasQuickChecks(schema)) return async (value) => Promise.resolve(check(value));
  const text = JSON.stringify(schema);
  return async (value) => runCheck({ kind: 'schema', text, value });
}

/** Takes what a refused value means; `undefined` if it means itself, or if that takes too long. */
export type TakeMeant = (value: object) => Promise<unknown>;

/** Compiles a valid schema at the first value: most schemas never need it. */
export function limitMeant(schema: JsonSchema): TakeMeant {
  let take: TakeMeant | undefined;
  return async (value) => {
    take ??= compileLimited(schema);
    return take(value);
  };
}

function compileLimited(schema: JsonSchema): TakeMeant {
  if (!hasQuickChecks(schema)) {
    const text = JSON.stringify(schema);
    return async (value) => (await runCheck({ kind: 'meant', text, value })) ?? undefined;
  }
  const take = compileMeantValues(schema);
  return async (value) => Promise.resolve(take(value));
}

/** Extends the check of arguments: a refused value is checked as what it means. */
export function takingMeant(check: SchemaCheck, take: TakeMeant): SchemaCheck {
  return async (value) => {
    const checked = await check(value);
    if (!checked || checked.violations.length === 0 || !isRecord(value)) return checked;
    const meaning = await take(value);
    return meaning === undefined ? checked : check(meaning);
  };
}
