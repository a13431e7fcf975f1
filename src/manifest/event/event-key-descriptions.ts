/** Descriptions of the keys of `server.events`. */
import type { z } from 'zod';

import { serverWebhookSchema, toolWebhookSchema } from './configured-webhook-schema.js';
import { eventsSchema, webhooksSchema } from './events-schema.js';

const CONFIGURED = {
  url: 'Where it is posted to: https, and no internal address unless that is said.',
  secret:
    'What signs (Standard Webhooks): whsec_ and base64; a variable, which may be in a file (NAME_FILE).',
  events: 'Of what it hears. Default: task.finished.',
  headers: 'Headers of every message, by name.',
  tellOwner: 'Whether it is told whose task it is, by name. Default: false.',
  internalAddresses: 'Whether it may be in a private network, or http://127.0.0.1. Default: false.',
};

/** As `KEY_DESCRIPTIONS` has those of all other keys. */
export const EVENT_KEYS: readonly (readonly [z.ZodObject, Readonly<Record<string, string>>])[] = [
  [
    eventsSchema,
    {
      statusChanged: 'Whether task.status_changed is among them. Default: false.',
      webhooks: 'Whether events are brought to endpoints: true, or which ones. Default: false.',
    },
  ],
  [toolWebhookSchema, CONFIGURED],
  [
    serverWebhookSchema,
    { ...CONFIGURED, tools: 'Of which tools it hears, by name. Default: all.' },
  ],
  [
    webhooksSchema,
    {
      ports: 'Ports that endpoints may have. Default: 443, 8443.',
      hosts: 'Hosts that endpoints may have: names, or *. and a domain. Default: any.',
      internalAddresses: 'Whether they may be in a private network. Default: false.',
      loopbackHttp: 'For development: whether they may be http://127.0.0.1. Default: false.',
      localUser: 'Whether the user of a server without tokens may subscribe. Default: false.',
    },
  ],
];
