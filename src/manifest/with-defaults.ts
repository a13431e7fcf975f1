import type { ObjectSchema } from '../core/tool-definition.js';

import { compileDefaults } from './compile-schema.js';
import { walkSchema } from './walk-schema.js';

/** Fills in what somebody has left out. What it is given stays as it is. */
export type DefaultFiller = (
  input: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

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
  let fill: ((value: unknown) => void) | undefined;
  return (input) => {
    // Compiled with the first call, since most schemas of a manifest are not called soon.
    fill ??= compileDefaults(schema);
    const filled = structuredClone(input);
    fill(filled);
    return filled;
  };
}
