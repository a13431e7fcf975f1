import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { fromJsonPointer } from '../../core/value/json-pointer.js';
import type { LocatedProblem } from '../file/located-problem.js';

import { findHarmfulPatterns } from './backtracking-patterns.js';
import { findSchemaFaults } from './compile-schema.js';
import { limitSchema, type SchemaValidator } from './limited-schema.js';
import { walkSchema } from './walk-schema.js';

/** The schema of what takes no arguments. */
export const NO_INPUT: ObjectSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** Keywords whose values the compiler quotes when it does not understand them. */
const QUOTED = ['$ref', '$dynamicRef', 'pattern'];

/** The place in a schema that the compiler's message quotes. */
function findQuoted(root: ObjectSchema, reason: string): readonly PropertyKey[] {
  for (const { path, schema } of walkSchema(root, [])) {
    for (const keyword of QUOTED) {
      const value = schema[keyword];
      if (typeof value === 'string' && reason.includes(value)) return [...path, keyword];
    }
  }
  return [];
}

export interface SchemaReport {
  readonly problems: LocatedProblem[];
  /** A zod object checks instead of the schema. Default: false. */
  readonly isZod?: boolean;
}

function describeHarm(source: string, isZod: boolean): string {
  const harm = `The pattern ${source} can keep the server busy for hours with a short text`;
  return isZod
    ? `${harm}: zod matches it with JavaScript's own engine, which goes back over the text. Write it in another way, or the input as a JSON Schema.`
    : `${harm}: RE2, which takes linear time, does not know all of it (look-ahead, look-behind, references to groups), and JavaScript's own engine goes back over the text. Write it in another way.`;
}

/** In place of a schema that cannot be used. */
const noViolations: SchemaValidator = async () => Promise.resolve([]);

/** Compiles a JSON Schema of a manifest. Its faults become problems, each with its place. */
export function compileOrReport(
  schema: ObjectSchema,
  path: readonly PropertyKey[],
  { problems, isZod = false }: SchemaReport,
): SchemaValidator {
  const faults = findSchemaFaults(schema);
  for (const fault of faults) {
    const message = `Not a valid JSON Schema: ${fault.message}.`;
    problems.push({ path: [...path, ...fromJsonPointer(fault.path)], message });
  }
  if (faults.length > 0) return noViolations;
  try {
    const validate = limitSchema(schema);
    for (const { path: at, source } of findHarmfulPatterns(schema, path, { isZod })) {
      problems.push({ path: at, message: describeHarm(source, isZod) });
    }
    return validate;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Not a valid JSON Schema: ${reason}.`;
    problems.push({ path: [...path, ...findQuoted(schema, reason)], message });
    return noViolations;
  }
}
