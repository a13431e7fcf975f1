import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { fromJsonPointer } from '../../core/value/json-pointer.js';
import type { LocatedProblem } from '../file/manifest-error.js';

import { findSchemaFaults } from './compile-schema.js';
import { limitSchema, type SchemaValidator } from './limited-schema.js';
import { walkSchema } from './walk-schema.js';

/** The input schema of tools and actions without arguments. */
export const NO_INPUT: ObjectSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** Keywords whose values the compiler quotes in its errors. */
const QUOTED = ['$ref', '$dynamicRef', 'pattern'];

/** Finds the place in a schema that the compiler's message quotes. */
function findQuoted(root: ObjectSchema, reason: string): readonly PropertyKey[] {
  for (const { path, schema } of walkSchema(root, [])) {
    for (const keyword of QUOTED) {
      const value = schema[keyword];
      if (typeof value === 'string' && reason.includes(value)) return [...path, keyword];
    }
  }
  return [];
}

/** Replaces the check of an invalid schema. */
const noViolations: SchemaValidator = async () => Promise.resolve([]);

/** Compiles a JSON Schema of a manifest. Its faults become problems, each with its place. */
export function compileOrReport(
  schema: ObjectSchema,
  path: readonly PropertyKey[],
  problems: LocatedProblem[],
): SchemaValidator {
  const faults = findSchemaFaults(schema);
  for (const fault of faults) {
    const message = `Not a valid JSON Schema: ${fault.message}.`;
    problems.push({ path: [...path, ...fromJsonPointer(fault.path)], message });
  }
  if (faults.length > 0) return noViolations;
  try {
    return limitSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Not a valid JSON Schema: ${reason}.`;
    problems.push({ path: [...path, ...findQuoted(schema, reason)], message });
    return noViolations;
  }
}
