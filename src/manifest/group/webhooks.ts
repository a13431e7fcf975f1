/** `webhooks` of a tool: endpoints that get events of its tasks. */
import * as z from 'zod';

import {
  type ConfiguredWebhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../../core/tool/configured-webhook.js';
import { key } from '../key.js';
import type { LocatedProblem } from '../manifest-error.js';

const MAX_URL_LENGTH = 2_048;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** The new secret and the old one, while a receiver changes. */
const MAX_SECRETS = 2;
const MAX_WEBHOOKS = 20;
const MAX_HEADERS = 20;
/** Matches headers that the server sets in every message, and headers of the connection. */
const OWN_HEADERS =
  /^(content-.*|webhook-.*|host|connection|transfer-encoding|upgrade|te|trailer|expect)$/i;

function isSecret(text: string): boolean {
  const [, base64 = ''] = SECRET.exec(text) ?? [];
  const bytes = Math.floor((base64.length * 3) / 4);
  return base64.length % 4 !== 1 && bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES;
}

function toSecrets(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function areSecrets(text: string): boolean {
  const secrets = toSecrets(text);
  return secrets.length <= MAX_SECRETS && secrets.every(isSecret);
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
      areSecrets,
      `Write "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, best as a variable: \${HOOK_SECRET}. During a change, write the new secret, a blank and the old one.`,
    )
    .describe(
      'The key of the signature (Standard Webhooks): whsec_ and base64; a variable, which may be in a file (NAME_FILE). Two, separated by a space, sign each message twice.',
    ),
  events: key(
    z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Name at least one.'),
    'The events for this endpoint. Default: task.finished.',
  ),
  headers: key(
    z
      .record(
        z
          .string()
          .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'Not a valid header name.')
          .refine((name) => !OWN_HEADERS.test(name), 'Every message has this header already.'),
        z.string().regex(/^[\x20-\x7e]*$/, 'A header may contain only printable characters.'),
      )
      .refine(
        (all) => Object.keys(all).length <= MAX_HEADERS,
        `At most ${MAX_HEADERS} are allowed.`,
      ),
    'Headers of every message, by name.',
  ),
  tellOwner: key(z.boolean(), 'true: messages name the owner of the task. Default: false.'),
  tellQuestions: key(z.boolean(), 'true: messages have the texts of questions. Default: false.'),
  internalAddresses: key(
    z.boolean(),
    'true: the URL may be in a private network, or http://127.0.0.1. Default: false.',
  ),
});

export const webhooksSchema = z.array(webhook).max(MAX_WEBHOOKS);
type WebhooksSource = z.output<typeof webhooksSchema>;

const DEFAULT_EVENTS: WebhookEvent[] = ['task.finished'];

/** Matches `http` URLs of loopback addresses, which `internalAddresses` allows. */
const LOOPBACK_HTTP = /^http:\/\/(127(\.\d{1,3}){3}|\[::1\])[:/]/;

/** The webhooks of a tool, with every default filled in. */
export function toWebhooks(webhooks: WebhooksSource = []): readonly ConfiguredWebhook[] {
  return webhooks.map(({ events = DEFAULT_EVENTS, secret, ...others }) => ({
    ...others,
    secrets: toSecrets(secret),
    events: [...new Set(events)],
  }));
}

export function checkWebhooks(
  webhooks: WebhooksSource = [],
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return webhooks.flatMap(({ url, internalAddresses = false }, index) => {
    if (!url.startsWith('http:') || (internalAddresses && LOOPBACK_HTTP.test(url))) return [];
    const message =
      'Must be https. For development, http to 127.0.0.1 is allowed with internalAddresses: true.';
    return [{ path: [...path, 'webhooks', index, 'url'], message }];
  });
}
