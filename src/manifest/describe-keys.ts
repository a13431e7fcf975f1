import type { z } from 'zod';

/** The purpose of each key of a schema. */
export type Keys<Schema extends z.ZodObject> = Readonly<Record<keyof Schema['shape'], string>>;

/** The form of a duration. */
export const DURATION = 'A duration ("30s", "5 minutes", "2 days"), or milliseconds.';

/** An object of the manifest, and what its keys are for. */
export type Described = readonly [z.ZodObject, Readonly<Record<string, string>>];

/** Has the compiler see that no key is forgotten, and none is left over. */
export function describe<Schema extends z.ZodObject>(
  schema: Schema,
  keys: Keys<Schema>,
): Described {
  return [schema, keys];
}
