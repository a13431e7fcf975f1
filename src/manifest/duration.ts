import * as z from 'zod';

import { parseDuration } from '../core/value/number-words.js';

/**
 * A duration as people write it: `30s`, `5 minutes`, `2 days` (the notation of the Temporal SDK's durations),
 * or a number of milliseconds. Comes out as whole milliseconds, at least 1.
 */
export const duration = z
  .union([z.string(), z.number()], { error: ({ input }) => notADuration(input) })
  .transform((value, context): number => {
    const parsed = typeof value === 'number' ? value : parseDuration(value);
    if (parsed >= 1 && Number.isFinite(parsed)) return Math.floor(parsed);
    context.addIssue({ code: 'custom', message: notADuration(value) });
    return z.NEVER;
  });

function notADuration(value: unknown): string {
  return `${JSON.stringify(value)} is not a duration: write "30s", "5 minutes", "2 days" or a number of milliseconds, at least 1.`;
}
