import ms, { type StringValue } from 'ms';
import { z } from 'zod';

/**
 * A duration as people write it: `30s`, `5 minutes`, `2 days` (the notation of the Temporal SDK's durations),
 * or a number of milliseconds. Comes out as whole milliseconds, at least 1.
 */
export const duration = z.union([z.string(), z.number()]).transform((value, context): number => {
  const parsed: unknown = typeof value === 'number' ? value : ms(value as StringValue);
  if (typeof parsed === 'number' && Number.isFinite(parsed) && parsed >= 1) {
    return Math.floor(parsed);
  }
  context.addIssue({
    code: 'custom',
    message: `${JSON.stringify(value)} is not a duration: write "30s", "5 minutes", "2 days" or a number of milliseconds, at least 1.`,
  });
  return z.NEVER;
});
