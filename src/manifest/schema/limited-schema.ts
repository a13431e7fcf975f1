import type { Violation } from '../../core/errors.js';
import type { ObjectSchema, ParsedInput } from '../../core/tool/tool-definition.js';
import { CHECK_LIMIT_MS, runCheck } from '../thread/check-job.js';

import { compileDefaults, compileSchema } from './compile-schema.js';
import { hasQuickChecks, isSmall } from './quick-checks.js';

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
