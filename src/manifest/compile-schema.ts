import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { Violation } from '../core/errors.js';
import { toJsonPointer } from '../core/json-pointer.js';
import type { ObjectSchema } from '../core/tool-definition.js';

/** How many violations one answer names: enough to mend a call, few enough to read. */
const MAX_VIOLATIONS = 10;

/** Unknown keywords are allowed, because schemas carry extensions of other tools. */
const options = { strict: false, allErrors: true, validateFormats: true, logger: false } as const;

const draft07 = new Ajv(options);
const draft2020 = new Ajv2020(options);
for (const ajv of [draft07, draft2020]) formats.default(ajv);

/** The compiler forgets the schema again, good or bad: another one may carry the same `$id`. */
function compile(
  ajv: Pick<Ajv, 'compile' | 'removeSchema'>,
  schema: ObjectSchema,
): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Checks a value against one JSON Schema. An empty list means that it fits. */
export type SchemaValidator = (value: unknown) => readonly Violation[];

function toViolation({ instancePath, keyword, params, message }: ErrorObject): Violation {
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } =
    params as Readonly<Record<string, unknown>>;
  const surplus = additionalProperty ?? unevaluatedProperty;
  if (typeof missingProperty === 'string') {
    return { path: `${instancePath}${toJsonPointer([missingProperty])}`, message: 'is required' };
  }
  if (typeof surplus === 'string') {
    return {
      path: `${instancePath}${toJsonPointer([surplus])}`,
      message: 'is not a known property',
    };
  }
  if (keyword === 'enum' && Array.isArray(allowedValues)) {
    return { path: instancePath, message: `must be one of ${JSON.stringify(allowedValues)}` };
  }
  return { path: instancePath, message: message ?? `breaks the keyword "${keyword}"` };
}

/**
 * Compiles a JSON Schema: draft 2020-12, which MCP prescribes, or draft-07 where `$schema` says so.
 *
 * @throws {Error} When it is not a valid schema; the message says why.
 */
export function compileSchema(schema: ObjectSchema): SchemaValidator {
  const dialect = schema['$schema'];
  const isDraft07 = typeof dialect === 'string' && dialect.includes('draft-07');
  const validate = compile(isDraft07 ? draft07 : draft2020, schema);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, MAX_VIOLATIONS).map(toViolation);
  };
}
