/** `server.inbox`: pages for people. */
import { z } from 'zod';

import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import { text } from '../file/text.js';
import { scopesSchema } from '../person/auth-schema.js';

/** A link to a question goes on from it. */
function isBase(url: string): boolean {
  return URL.canParse(url) && !/[?#]/.test(url);
}

const url = z
  .string()
  .refine(
    (given) => isSecureUrl(given) && isBase(given),
    'Must be a URL with https and without a query; http is for this machine only: https://mcp.example.com/inbox.',
  );

/** Temporal's Web UI is mostly where no other machine gets in. */
const webUi = z
  .string()
  .refine((given) => isBase(given) && /^https?:$/.test(new URL(given).protocol), {
    error: 'Must be an http or https URL without query and fragment.',
  });

/** `server.inbox.signIn`. */
export const inboxSignInSchema = z.strictObject({
  issuer: text.optional(),
  clientId: text,
  clientSecret: text.optional(),
  scopes: scopesSchema.optional(),
});

/** `server.inbox`. */
export const inboxSchema = z.strictObject({
  enabled: z.boolean().optional(),
  url: url.optional(),
  signIn: inboxSignInSchema.optional(),
  temporalUi: webUi.optional(),
});

/**
 * Fills in every default.
 *
 * @param resource That of `server.auth`, beside which the inbox is.
 */
export function toInboxSettings(
  { enabled = true, url: given, ...others }: z.output<typeof inboxSchema>,
  resource: string | undefined,
): InboxSettings {
  const address = given ?? (resource === undefined ? undefined : new URL('inbox', resource).href);
  return { ...others, enabled, ...(address !== undefined && { url: address.replace(/\/+$/, '') }) };
}
