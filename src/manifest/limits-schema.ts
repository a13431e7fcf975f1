/** `server.limits`: how much is taken from whom. */
import { z } from 'zod';

const count = z.union([z.int().min(1), z.literal(false)], {
  error: 'Write a whole number, at least 1, or false for no limit.',
});

/** `server.limits.overall`. */
export const overallLimitsSchema = z.strictObject({
  requestsPerMinute: count.optional(),
  callsPerMinute: count.optional(),
  openRequests: count.optional(),
});

/** `server.limits.perPrincipal`. */
export const principalLimitsSchema = overallLimitsSchema.extend({ openTasks: count.optional() });

/** `server.limits` as a whole. */
export const limitsSchema = z.strictObject({
  perPrincipal: principalLimitsSchema.optional(),
  overall: overallLimitsSchema.optional(),
});
