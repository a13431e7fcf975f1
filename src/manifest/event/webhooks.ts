/** `webhooks` of a tool, or of all tools: endpoints that get events without a client's subscription. */
import * as z from 'zod';

import {
  CONFIGURED_EVENTS,
  type ConfiguredEvent,
  type ConfiguredWebhook,
} from '../../core/event/configured-webhook.js';
import { withoutUndefined } from '../../core/value/members.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { key } from '../key.js';

const MAX_URL_LENGTH = 2_048;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** Limit of webhooks in one list. Each of them looks at ended tasks every two seconds. */
const MAX_WEBHOOKS = 20;
const MAX_HEADERS = 20;
/** Matches headers that the server sets in every message, and headers of the connection. */
const OWN_HEADERS =
  /^(content-.*|webhook-.*|x-mcp-.*|host|connection|transfer-encoding|upgrade|te|trailer|expect)$/i;

function isSecret(text: string): boolean {
  const [, base64 = ''] = SECRET.exec(text) ?? [];
  const bytes = Math.floor((base64.length * 3) / 4);
  return base64.length % 4 !== 1 && bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES;
}

function isUrl(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    [username, password, hash].every((part) => part === '')
  );
}

const webhook = z.strictObject({
  url: z
    .string()
    .refine(isUrl, 'Write an https URL, without a user and without a fragment.')
    .transform((text) => new URL(text).href)
    .describe(
      'The https URL that events are posted to. Internal addresses need internalAddresses.',
    ),
  secret: z
    .string()
    .refine(
      isSecret,
      `Write "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, best as a variable: \${HOOK_SECRET}.`,
    )
    .describe(
      'The key of the signature (Standard Webhooks): whsec_ and base64; a variable, which may be in a file (NAME_FILE).',
    ),
  events: key(
    z.array(z.enum(CONFIGURED_EVENTS)).min(1, 'Name one at least.'),
    'The events for this endpoint. Default: task.finished.',
  ),
  headers: key(
    z
      .record(
        z
          .string()
          .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'That is no name of a header.')
          .refine((name) => !OWN_HEADERS.test(name), 'Every message has this header already.'),
        z.string().regex(/^[\x20-\x7e]*$/, 'A header has printable characters only.'),
      )
      .refine((all) => Object.keys(all).length <= MAX_HEADERS, `There may be ${MAX_HEADERS}.`),
    'Headers of every message, by name.',
  ),
  tellOwner: key(z.boolean(), 'Whether messages name the owner of the task. Default: false.'),
  internalAddresses: key(
    z.boolean(),
    'Whether the URL may be in a private network, or http://127.0.0.1. Default: false.',
  ),
});

/** `webhooks`. */
export const webhooksSchema = z.array(webhook).max(MAX_WEBHOOKS);
type WebhooksSource = z.output<typeof webhooksSchema>;

/** The default events. Questions are not among them, since they cost a look at every open task. */
const DEFAULT_EVENTS: ConfiguredEvent[] = ['task.finished'];

/** Matches `http` URLs of loopback addresses, which `internalAddresses` allows. */
const LOOPBACK_HTTP = /^http:\/\/(127(\.\d{1,3}){3}|\[::1\])[:/]/;

interface Hearing {
  readonly webhooks?: WebhooksSource | undefined;
}

function toConfigured(
  { url, secret, events = DEFAULT_EVENTS, ...others }: WebhooksSource[number],
  tools: readonly string[] | undefined,
): ConfiguredWebhook {
  return {
    ...withoutUndefined(others),
    url,
    secret,
    events: [...new Set(events)],
    ...(tools && { tools }),
  };
}

/**
 * Returns every endpoint of a manifest. Endpoints of `defaults` get events of tools without `webhooks` of their own.
 *
 * @param tools The tools with their defaults.
 */
export function toConfiguredWebhooks(
  tools: Readonly<Record<string, Hearing>>,
  defaults: readonly Hearing[],
): readonly ConfiguredWebhook[] {
  const toolsOf = new Map<WebhooksSource, string[]>();
  for (const [name, { webhooks }] of Object.entries(tools)) {
    if (webhooks) toolsOf.set(webhooks, [...(toolsOf.get(webhooks) ?? []), name]);
  }
  const count = Object.keys(tools).length;
  return Array.from(toolsOf).flatMap(([source, hearing]) => {
    // Without a list of tools, endpoints also get events of tools from other versions of the manifest.
    const isOfAll =
      hearing.length === count && defaults.some(({ webhooks }) => webhooks === source);
    return source.map((one) => toConfigured(one, isOfAll ? undefined : hearing));
  });
}

/** Problems of webhooks beyond their form. */
export function checkWebhooks(
  webhooks: WebhooksSource = [],
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return webhooks.flatMap(({ url, internalAddresses = false }, index) => {
    if (!url.startsWith('http:') || (internalAddresses && LOOPBACK_HTTP.test(url))) return [];
    const message =
      'Has to be https. For development, http may go to 127.0.0.1 with internalAddresses: true.';
    return [{ path: [...path, 'webhooks', index, 'url'], message }];
  });
}
