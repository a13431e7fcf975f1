/** `input` and `output` of tools and actions. */
import * as z from 'zod';

import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import { toCurrentDialect } from '../compile/current-dialect.js';

/** A JSON Schema as it is written, in any draft. */
export const writtenSchema = z.looseObject({});

/** A JSON Schema of any value, in JSON Schema 2020-12. Its content is checked when it is compiled. */
export const valueSchema = writtenSchema.transform((written, context): JsonSchema => {
  const current = toCurrentDialect(written);
  if (current.ok) return current.schema;
  const { message, path } = current;
  context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
});

/** A JSON Schema of arguments. */
export const argumentsSchema = valueSchema.transform((schema, context): ObjectSchema => {
  if (schema['type'] === 'object') return { ...schema, type: 'object' };
  const message = 'Arguments are an object: write "type: object".';
  context.addIssue({ code: 'custom', message, path: ['type'] });
  return z.NEVER;
});
