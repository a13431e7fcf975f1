import type { ObjectSchema, ToolDefinition } from '../../core/tool/tool-definition.js';
import { limitDefaults } from '../schema/limited-schema.js';
import { walkSchema } from '../schema/walk-schema.js';

/** Fills in missing values. Its input stays unchanged. */
export type DefaultFiller = NonNullable<ToolDefinition['withDefaults']>;

/** Returns true if a schema has a default at any place. */
export function hasDefaults(schema: ObjectSchema): boolean {
  return walkSchema(schema, []).some((located) => Object.hasOwn(located.schema, 'default'));
}

/**
 * A function that fills in the `default`s of a JSON Schema, at any depth; `undefined` without defaults. It may fill
 * in half of an invalid value, which is refused anyway.
 */
export function toDefaultFiller(schema: ObjectSchema): DefaultFiller | undefined {
  if (!hasDefaults(schema)) return undefined;
  let fill: DefaultFiller | undefined;
  return async (input, owner) => {
    // Compiled with the first call, since most schemas of a manifest are not called soon.
    fill ??= limitDefaults(schema);
    return fill(input, owner);
  };
}
