/** Zod objects in place of JSON Schemas, in manifests that are TypeScript modules. */
import * as z from 'zod';

import type { Caller } from '../../core/person/caller.js';
import type { LaidOut } from '../../core/tool/argument-layout.js';
import type { ObjectSchema, ParsedInput } from '../../core/tool/tool-definition.js';
import { toJsonPointer } from '../../core/value/json-pointer.js';
import { limitViolations } from '../schema/limit-violations.js';
import { limitTime, TIME_LIMIT_MS } from '../server/limit-time.js';

import type { CompiledSchemas } from './compiled-schemas.js';
import { matchInLinearTime } from './linear-zod-patterns.js';
import { hasDefaults } from './with-defaults.js';

/** Lays out the data that a zod object has made of a call. */
export type LayOutData = (
  data: Record<string, unknown>,
  by: Caller | undefined,
) => Promise<LaidOut>;

/** The arguments of a call that were not checked in time: the server refuses them. */
const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${TIME_LIMIT_MS} ms` }],
};

async function parseWith(
  { schema, layOut }: { readonly schema: z.ZodObject; readonly layOut: LayOutData },
  value: unknown,
  by: Caller | undefined,
): Promise<ParsedInput> {
  const parsed = limitTime(() => schema.safeParse(value));
  if (!parsed) return UNCHECKED_INPUT;
  if (parsed.success) return layOut(parsed.data, by);
  const violations = parsed.error.issues.map(({ path, message }) => ({
    path: toJsonPointer(path),
    message,
  }));
  return { ok: false, violations: limitViolations(violations) };
}

/** Adds the object's values for missing members. Other members stay as they were sent, in JSON. */
function fillWith(
  schema: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parsed = schema.safeParse(value);
  return parsed.success ? { ...parsed.data, ...value } : value;
}

/** The JSON Schema for clients: of the input, before zod's defaults and transformations. */
export function toObjectSchema(schema: z.ZodObject): ObjectSchema {
  return { ...z.toJSONSchema(schema, { io: 'input' }), type: 'object' };
}

/** A schema as the manifest has it, whichever of the two it is. */
export function toJsonSchema(schema: z.ZodObject | ObjectSchema): ObjectSchema {
  return schema instanceof z.ZodType ? toObjectSchema(schema) : schema;
}

/** Functions of a zod object that check and shape a client's input. */
export function compileZodInput(schema: z.ZodObject, layOut: LayOutData): CompiledSchemas {
  const inputSchema = toObjectSchema(schema);
  matchInLinearTime(schema);
  return {
    inputSchema,
    ...(hasDefaults(inputSchema) && {
      withDefaults: async (value) =>
        Promise.resolve(limitTime(() => fillWith(schema, value)) ?? value),
    }),
    parseInput: async (value, by) => parseWith({ schema, layOut }, value, by),
  };
}
