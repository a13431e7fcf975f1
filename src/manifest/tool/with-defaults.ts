import type { ObjectSchema, ToolDefinition } from '../../core/tool/tool-definition.js';
import { limitDefaults } from '../schema/limited-schema.js';
import { walkSchema } from '../schema/walk-schema.js';

/** Fills in what somebody has left out. What it is given stays as it is. */
export type DefaultFiller = NonNullable<ToolDefinition['withDefaults']>;

/** Whether a schema says at any place what holds where nothing is given. */
export function hasDefaults(schema: ObjectSchema): boolean {
  return walkSchema(schema, []).some((located) => Object.hasOwn(located.schema, 'default'));
}

/**
 * What fills in the `default`s of a JSON Schema, at any depth; `undefined` where it has none. What breaks the schema may be
 * filled in half: it is refused anyway.
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
