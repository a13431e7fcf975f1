import { createHmac } from 'node:crypto';

import type { WebhookMessage, WebhookTarget } from '../../core/event/webhook.js';

const PREFIX = 'whsec_';

/** Returns the headers of a message (Standard Webhooks), with one signature per secret. */
export function signedHeaders(
  { id, secrets, headers }: Pick<WebhookTarget, 'id' | 'secrets' | 'headers'>,
  { messageId, body }: WebhookMessage,
  now = new Date(),
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const content = `${messageId}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    ...headers,
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...new Set(signatures)].join(' '),
    'X-MCP-Subscription-Id': id,
  };
}
