/** Settings of the server over HTTP: `limits`, `cors` and `trustProxy`. */
import { isIP } from 'node:net';

import * as z from 'zod';

import type { ServerLimits } from '../../core/person/limits.js';
import { key, size } from '../key.js';

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

/** Matches origins with any scheme, since applications made of web pages have schemes of their own. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\sA-Z]+$/;
const ORIGIN_MESSAGE =
  'Write an origin as browsers send it: https://app.example.com, with a port where it is not the usual one. There is none for all.';

/** Returns true for an origin as browsers send it: without the default port. */
function isOrigin(text: string): boolean {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return false;
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

const origin = z
  .string()
  .regex(ORIGIN, { error: ORIGIN_MESSAGE, abort: true })
  .refine(isOrigin, ORIGIN_MESSAGE);

/** `server.cors`. */
export const corsSchema = z.array(origin).min(1, 'Name one at least.');

/**
 * Express's words for private addresses, an address, or a network. With a network of all addresses, every client could
 * claim any address.
 */
const NETWORK = /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/[1-9]\d{0,2})?)$/;
const WORDS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const NETWORK_MESSAGE =
  'Write an address, a network (10.0.0.0/8), or one of: loopback, linklocal, uniquelocal.';

function isNetwork(text: string): boolean {
  if (!NETWORK.test(text)) return false;
  const [address = '', bits] = text.split('/');
  if (WORDS.includes(address)) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || Number(bits) <= most);
}

const network = z
  .string()
  .regex(NETWORK, { error: NETWORK_MESSAGE, abort: true })
  .refine(isNetwork, NETWORK_MESSAGE);

/** `server.trustProxy`. */
export const trustProxySchema = z.union(
  [z.int().min(1), z.array(network).min(1, 'Name one at least.')],
  {
    error: ({ input }) =>
      Array.isArray(input)
        ? undefined
        : 'Write how many proxies there are in a row, or a list of their addresses: [loopback, 10.0.0.0/8].',
  },
);
