import type { ObjectSchema } from '../core/tool-definition.js';

import { compileSchema, type SchemaValidator } from './compile-schema.js';
import type { LocatedProblem } from './located-problem.js';

/** The schema of what takes no arguments. */
export const NO_INPUT: ObjectSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** Compiles a JSON Schema of a manifest. What is wrong with it becomes one more problem. */
export function compileOrReport(
  schema: ObjectSchema,
  path: readonly PropertyKey[],
  problems: LocatedProblem[],
): SchemaValidator {
  try {
    return compileSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({ path, message: `Not a valid JSON Schema: ${reason}.` });
    return () => [];
  }
}
