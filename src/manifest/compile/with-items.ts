import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';

/** Returns true for an array without `items`, which VS Code and the API of OpenAI refuse. */
export function lacksItems(part: JsonSchema): boolean {
  return [part['type']].flat().includes('array') && !Object.hasOwn(part, 'items');
}

/** Adds `items: {}` to the arrays of listed arguments that lack it. Calls are still checked against the schema as written. */
export function withItems<Listed extends JsonSchema>(schema: Listed): Listed {
  if (!walkSchema(schema, []).some((located) => lacksItems(located.schema))) return schema;
  const copy = structuredClone(schema);
  for (const { schema: part } of walkSchema(copy, [])) {
    if (lacksItems(part)) Reflect.set(part, 'items', {});
  }
  return copy;
}
