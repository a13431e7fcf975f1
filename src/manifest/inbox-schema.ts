/** `server.inbox`: the web page on which people answer. */
import { z } from 'zod';

import type { InboxSettings } from '../core/inbox-settings.js';
import { isSecureUrl } from '../core/secure-url.js';

/** A link to a question goes on from it. */
function isBase(text: string): boolean {
  return isSecureUrl(text) && !/[?#]/.test(text);
}

/** `server.inbox`. */
export const inboxSchema = z.strictObject({
  enabled: z.boolean().optional(),
  url: z
    .string()
    .refine(
      isBase,
      'Must be a URL with https and without a query; http is for this machine only: https://mcp.example.com/inbox.',
    )
    .optional(),
});

/** Fills in every default. */
export function toInboxSettings({
  enabled = true,
  url,
}: z.output<typeof inboxSchema>): InboxSettings {
  return { enabled, ...(url !== undefined && { url: url.replace(/\/+$/, '') }) };
}
