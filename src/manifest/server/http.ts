/** Settings of the server over HTTP: `limits`, `cors` and `trustProxy`. */
import { isIP } from 'node:net';

import * as z from 'zod';

import { key } from '../../definition/keys.js';

const count = z.union([z.int().min(1), z.literal(false)], {
  error: 'Write a whole number, at least 1, or false for no limit.',
});

export const limitsSchema = z.strictObject({
  requestsPerMinute: key(count, 'Requests a minute; false: any number. Default: 6,000.'),
  openRequests: key(
    count,
    'Requests at the same time, with waits and streams; false: any number. Default: 200.',
  ),
  openTasks: key(count, 'Running tasks; false (default): any number.'),
  members: key(
    count,
    'Members of objects and items of lists in one request; false: any number. Default: 10,000.',
  ),
});

/** Matches origins with any scheme, since applications made of web pages have schemes of their own. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\sA-Z]+$/;
const ORIGIN_MESSAGE =
  'Write an origin as browsers send it: https://app.example.com, with a port where it is not the usual one. Wildcards are not allowed.';

/** Returns true for an origin as browsers send it: without the default port. */
function isOrigin(text: string): boolean {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return false;
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

const origin = z
  .string()
  .regex(ORIGIN, { error: ORIGIN_MESSAGE, abort: true })
  .refine(isOrigin, ORIGIN_MESSAGE);

export const corsSchema = z.array(origin).min(1, 'Name at least one.');

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

export const trustProxySchema = z.union(
  [z.int().min(1), z.array(network).min(1, 'Name at least one.')],
  {
    error: ({ input }) =>
      Array.isArray(input)
        ? undefined
        : 'Write how many proxies there are in a row, or a list of their addresses: [loopback, 10.0.0.0/8].',
  },
);
