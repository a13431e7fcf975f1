import { createHmac } from 'node:crypto';

import type { WebhookMessage } from '../../core/webhook/webhook-sender.js';
import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';

const PREFIX = 'whsec_';

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function signatureBy(
  secrets: readonly string[],
  content: string,
): Readonly<Record<string, string>> {
  if (secrets.length === 0) return {};
  return { 'webhook-signature': secrets.map((secret) => sign(secret, content)).join(' ') };
}

/** Returns the headers of a message (Standard Webhooks), with a signature by each secret. Without one, it has none. */
export function signedHeaders(
  { secret = [], headers }: Pick<ConfiguredWebhook, 'secret' | 'headers'>,
  { messageId, body }: WebhookMessage,
  now = new Date(),
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const content = `${messageId}.${timestamp}.${body}`;
  return {
    ...headers,
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    ...signatureBy(secret, content),
  };
}
