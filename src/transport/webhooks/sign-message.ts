import { createHmac } from 'node:crypto';

import type { ConfiguredWebhook } from '../../core/tool/configured-webhook.js';
import type { WebhookMessage } from '../../core/webhook/webhook-sender.js';

const PREFIX = 'whsec_';

/** Returns the headers of a message (Standard Webhooks). */
export function signedHeaders(
  { secret, headers }: Pick<ConfiguredWebhook, 'secret' | 'headers'>,
  { messageId, body }: WebhookMessage,
  now = new Date(),
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const content = `${messageId}.${timestamp}.${body}`;
  return {
    ...headers,
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
  };
}
