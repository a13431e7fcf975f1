/** `server.webhooks`, and `webhooks` of a tool: endpoints that get events without a client's subscription. */
import { z } from 'zod';

import { CONFIGURED_EVENTS } from '../../core/event/configured-webhook.js';

const MAX_URL_LENGTH = 2_048;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** Each of them looks at ended tasks, every other second. */
const MAX_WEBHOOKS = 20;
const MAX_HEADERS = 20;
/** Headers that every message has, and those that belong to the connection. */
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

/** One of a tool's. */
export const toolWebhookSchema = z.strictObject({
  url: z
    .string()
    .refine(isUrl, 'Write an https URL, without a user and without a fragment.')
    .transform((text) => new URL(text).href),
  secret: z
    .string()
    .refine(
      isSecret,
      `Write "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, best as a variable: \${HOOK_SECRET}.`,
    ),
  events: z.array(z.enum(CONFIGURED_EVENTS)).min(1, 'Name one at least.').optional(),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'That is no name of a header.')
        .refine((name) => !OWN_HEADERS.test(name), 'Every message has this header already.'),
      z.string().regex(/^[\x20-\x7e]*$/, 'A header has printable characters only.'),
    )
    .refine((all) => Object.keys(all).length <= MAX_HEADERS, `There may be ${MAX_HEADERS}.`)
    .optional(),
  tellOwner: z.boolean().optional(),
  internalAddresses: z.boolean().optional(),
});

/** One of the server's. */
export const serverWebhookSchema = toolWebhookSchema.extend({
  tools: z.array(z.string()).min(1, 'Name one at least, or leave it out for all.').optional(),
});

/** `webhooks` of a tool. */
export const toolWebhooksSchema = z.array(toolWebhookSchema).max(MAX_WEBHOOKS);
/** `server.webhooks`. */
export const serverWebhooksSchema = z.array(serverWebhookSchema).max(MAX_WEBHOOKS);
/** One of a tool's, as it was written. */
export type ToolWebhookSource = z.output<typeof toolWebhookSchema>;
/** One of the server's, as it was written. */
export type ServerWebhookSource = z.output<typeof serverWebhookSchema>;
