import { Webhook } from 'standardwebhooks';

import type { WebhookMessage, WebhookTarget } from '../../core/event/webhook.js';

const PREFIX = 'whsec_';

/** With its padding, which clients may leave out and the library needs. */
function padded(secret: string): string {
  const text = secret.slice(PREFIX.length).replace(/=+$/, '');
  return `${PREFIX}${text}${'='.repeat((4 - (text.length % 4)) % 4)}`;
}

/** The headers of a message (Standard Webhooks), with a signature by each secret, as of now. */
export function signedHeaders(
  { id, secrets, headers }: Pick<WebhookTarget, 'id' | 'secrets' | 'headers'>,
  { messageId, body }: WebhookMessage,
  now = new Date(),
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) =>
    new Webhook(padded(secret)).sign(messageId, now, body),
  );
  return {
    ...headers,
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': [...new Set(signatures)].join(' '),
    'X-MCP-Subscription-Id': id,
  };
}
