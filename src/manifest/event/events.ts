/** `server.events`: what clients may subscribe to. */
import * as z from 'zod';

import type { EventSettings } from '../../core/event/event-settings.js';
import { key } from '../key.js';

const MAX_PORT = 65_535;

const endpoints = z.strictObject({
  ports: key(
    z.array(z.int().min(1).max(MAX_PORT)).min(1),
    'Ports that endpoints may have. Default: 443, 8443.',
  ),
  hosts: key(
    z
      .array(
        z.string().regex(/^(\*\.)?[a-z0-9.-]+$/, 'Write a host in lower case, or "*.example.com".'),
      )
      .min(1),
    'Hosts that endpoints may have: names, or *. and a domain. Default: any.',
  ),
  internalAddresses: key(
    z.boolean(),
    'Whether endpoints may be in a private network. Default: false.',
  ),
  loopbackHttp: key(
    z.boolean(),
    'For development: whether endpoints may be http://127.0.0.1. Default: false.',
  ),
  localUser: key(
    z.boolean(),
    'Whether the user of a server without tokens may subscribe. Default: false.',
  ),
});

/** `server.events`. */
export const eventsSchema = z.union(
  [
    z.boolean(),
    z.strictObject({
      statusChanged: key(
        z.boolean(),
        'Whether task.status_changed is among the events. Default: false.',
      ),
      endpoints: key(
        z.union([z.boolean(), endpoints], {
          error: 'Write true, or which endpoints there may be: { hosts: ["*.example.com"] }.',
        }),
        'Whether the server delivers events to endpoints of clients: true, or which ones. Default: false.',
      ),
    }),
  ],
  { error: 'Write true, or what of events is wanted: { statusChanged: true }.' },
);

/** The events that clients may subscribe to; `undefined` for none. */
export function toEventSettings(
  events: z.output<typeof eventsSchema> | undefined,
): EventSettings | undefined {
  if (events === undefined || events === false) return undefined;
  if (events === true) return {};
  const { endpoints: places = false, ...others } = events;
  if (places === false) return others;
  return { ...others, webhooks: places === true ? {} : places };
}
