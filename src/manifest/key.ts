import * as z from 'zod';

/** The form of a duration, for descriptions. */
export const DURATION = 'A duration ("30s", "5 minutes", "2 days"), or milliseconds.';

/** An optional key with its purpose, which editors and messages show. */
export function key<Schema extends z.ZodType>(
  schema: Schema,
  purpose: string,
): z.ZodOptional<Schema> {
  return schema.optional().describe(purpose);
}

/** A text that is not blank. */
export const text = z.string().trim().min(1, 'Must not be empty.');
