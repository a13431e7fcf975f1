import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { type LocatedSchema, walkSchema } from '../../core/tool/walk-schema.js';

import { WRITTEN_DATE_TIME } from './compile-schema.js';

type Part = LocatedSchema['schema'];

/** Clients divide binary numbers, so that 19.99 isn't a multiple of 0.01 for them. They differ in formats, too. */
function isJudgedStrictly({ format, multipleOf }: Part): boolean {
  return format !== undefined || (typeof multipleOf === 'number' && !Number.isInteger(multipleOf));
}

function hasStrictPart(schema: unknown): boolean {
  return walkSchema(schema, []).some((located) => isJudgedStrictly(located.schema));
}

/** Parts by which a schema refuses what fits them: less in them would refuse more. */
function dropRefusals(part: Part): void {
  if (hasStrictPart(part['not'])) Reflect.deleteProperty(part, 'not');
  if (hasStrictPart(part['if'])) {
    for (const keyword of ['if', 'then', 'else']) Reflect.deleteProperty(part, keyword);
  }
  const { oneOf } = part;
  if (!hasStrictPart(oneOf)) return;
  Reflect.deleteProperty(part, 'oneOf');
  if (part['anyOf'] === undefined) Reflect.set(part, 'anyOf', oneOf);
}

/**
 * An output schema as clients get it: without what they judge more strictly than this server, which has checked the
 * result already. A client that refuses a result has lost finished work.
 */
export function toPublishedOutput(output: JsonSchema): JsonSchema {
  if (!hasStrictPart(output)) return output;
  const copy = structuredClone(output);
  for (const { schema: part } of walkSchema(copy, [])) {
    dropRefusals(part);
    Reflect.deleteProperty(part, 'format');
    if (isJudgedStrictly(part)) Reflect.deleteProperty(part, 'multipleOf');
  }
  return copy;
}

/** An output schema as this server judges results: leniently, since the work is done. */
export function toJudgedOutput(output: JsonSchema): JsonSchema {
  if (!hasStrictPart(output)) return output;
  const copy = structuredClone(output);
  for (const { schema: part } of walkSchema(copy, [])) {
    if (part['format'] === 'date-time') Reflect.set(part, 'format', WRITTEN_DATE_TIME);
  }
  return copy;
}
