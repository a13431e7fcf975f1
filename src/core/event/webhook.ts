import type { DeliveryFailure } from './event-delivery.js';

/** An endpoint, and the secrets that sign its messages: more than one while its owner replaces a secret. */
export interface WebhookTarget {
  /** ID of the subscription. */
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly string[];
  /** Additional headers. Common headers take precedence. Absent: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebhookMessage {
  /** Header `webhook-id`. */
  readonly messageId: string;
  /** JSON. Exactly this text is signed and sent. */
  readonly body: string;
}

/** The outcome of one attempt. */
export type WebhookReply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      /** Time that the endpoint asks to wait, in milliseconds. Absent: it asks for none. */
      readonly retryAfterMs?: number;
      /** The beginning of the answer, if requested. */
      readonly body?: string;
    }
  | { readonly kind: 'failed'; readonly reason: DeliveryFailure };

/** Limits of one attempt. */
export interface WebhookLimits {
  /** Time until the answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read. Default: 0. */
  readonly maxReplyBytes?: number;
}

/**
 * Sends messages to endpoints that clients or the configuration have named. Checks the address again for each attempt.
 */
export interface WebhookSender {
  /** The fault of a URL, in words for its author; `undefined` for a valid one. Sends no request. */
  readonly findFault: (url: URL) => string | undefined;
  /** Never rejects. */
  readonly send: (
    target: WebhookTarget,
    message: WebhookMessage,
    limits: WebhookLimits,
  ) => Promise<WebhookReply>;
}

/** Restrictions on endpoints. */
export interface WebhookSettings {
  /** Ports. Default: 443 and 8443. */
  readonly ports?: readonly number[] | undefined;
  /** Names of hosts, or `*.` and a domain. Default: any. */
  readonly hosts?: readonly string[] | undefined;
  /** Addresses may be internal: private, loopback, link-local and the like. Default: false. */
  readonly internalAddresses?: boolean | undefined;
  /** `http` may go to a loopback address, for development. Default: false. */
  readonly loopbackHttp?: boolean | undefined;
  /** The local user of a server without tokens may subscribe. Default: false. */
  readonly localUser?: boolean | undefined;
}
