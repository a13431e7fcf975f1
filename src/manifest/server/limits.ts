/** `server.limits`: limits of requests over HTTP. */
import * as z from 'zod';

import type { ServerLimits } from '../../core/person/limits.js';
import { key } from '../key.js';
import { size } from '../size.js';

const count = z.union([z.int().min(1), z.literal(false)], {
  error: 'Write a whole number, at least 1, or false for no limit.',
});

/** The largest body: a smaller limit would refuse some bodies for ever. */
const LEAST_OPEN_BYTES = 4 * 1024 * 1024;

const openBytes = z.union([
  size.refine((bytes) => bytes >= LEAST_OPEN_BYTES, 'Must be 4 MiB, the largest body, or more.'),
  z.literal(false),
]);

const requestLimits = z.strictObject({
  requestsPerMinute: key(count, 'Requests a minute; false: any number.'),
  callsPerMinute: key(count, 'Calls of tools a minute; false: any number.'),
  openRequests: key(count, 'Requests that are open at once; false: any number.'),
  openStreams: key(
    count,
    'Open streams that wait for no answer (GET, subscriptions/listen); false: any number.',
  ),
  openBytes: key(openBytes, 'Bytes of the bodies of open requests: "64 MiB"; false: any number.'),
});

/** `server.limits`. */
export const limitsSchema = z.strictObject({
  perPrincipal: key(requestLimits, 'The limits of each principal.'),
  overall: key(requestLimits, 'The limits of all together.'),
  openTasks: key(count, 'Open tasks of each principal; false (default): any number.'),
  pollsPerMinute: key(
    count,
    'Reads of one task a minute; false: any number. Default: four times as often as the shortest pollInterval says, 120 at least.',
  ),
  failedTokensPerMinute: key(
    count,
    'Invalid tokens a minute from one address of the network; false: any number. Default: 60. Behind a proxy, set trustProxy.',
  ),
});

/** Groups the limits: for each principal, for each address, and for all together. */
export function toLimits({
  perPrincipal,
  overall,
  openTasks,
  pollsPerMinute,
  failedTokensPerMinute,
}: z.output<typeof limitsSchema>): ServerLimits {
  const ofPrincipals = {
    ...perPrincipal,
    ...(openTasks !== undefined && { openTasks }),
    ...(pollsPerMinute !== undefined && { pollsPerMinute }),
  };
  return {
    ...(Object.keys(ofPrincipals).length > 0 && { perPrincipal: ofPrincipals }),
    ...(overall && { overall }),
    ...(failedTokensPerMinute !== undefined && { perAddress: { failedTokensPerMinute } }),
  };
}
