import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';

/** Reasons for a failed attempt, without texts of the endpoint. */
export type DeliveryFailure =
  'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx';

export interface WebhookMessage {
  /** Header `webhook-id`, the same for each attempt. */
  readonly messageId: string;
  /** JSON. Exactly this text is signed and sent. */
  readonly body: string;
}

export type WebhookReply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      /** Time that the endpoint asks to wait, in milliseconds. Absent: it asks for none. */
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: DeliveryFailure };

/** Sends a message to an endpoint. Checks the address again for each attempt. Never rejects. */
export type SendToWebhook = (
  webhook: ConfiguredWebhook,
  message: WebhookMessage,
) => Promise<WebhookReply>;
