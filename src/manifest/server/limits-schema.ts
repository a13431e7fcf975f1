/** `server.limits`: how much is taken from whom. */
import { z } from 'zod';

import { size } from '../size.js';

const count = z.union([z.int().min(1), z.literal(false)], {
  error: 'Write a whole number, at least 1, or false for no limit.',
});

/** The largest body: with less, there would be some that are never taken. */
const LEAST_OPEN_BYTES = 4 * 1024 * 1024;

const openBytes = z.union([
  size.refine((bytes) => bytes >= LEAST_OPEN_BYTES, 'Must be 4 MiB, the largest body, or more.'),
  z.literal(false),
]);

/** `server.limits.overall`. */
export const overallLimitsSchema = z.strictObject({
  requestsPerMinute: count.optional(),
  callsPerMinute: count.optional(),
  openRequests: count.optional(),
  openStreams: count.optional(),
  openBytes: openBytes.optional(),
});

/** `server.limits.perPrincipal`. */
export const principalLimitsSchema = overallLimitsSchema.extend({
  openTasks: count.optional(),
  pollsPerMinute: count.optional(),
});

/** `server.limits.perAddress`. */
export const addressLimitsSchema = z.strictObject({ failedTokensPerMinute: count.optional() });

/** `server.limits` as a whole. */
export const limitsSchema = z.strictObject({
  perPrincipal: principalLimitsSchema.optional(),
  overall: overallLimitsSchema.optional(),
  perAddress: addressLimitsSchema.optional(),
});
