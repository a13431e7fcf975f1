import type { DeliveryFailure } from './event-delivery.js';

/** An endpoint, and the secrets that sign what is sent to it: more than one while its owner replaces one by another. */
export interface WebhookTarget {
  /** Of the subscription. */
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly string[];
  /** Headers besides those of every message, which they do not replace. Absent: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is sent. */
export interface WebhookMessage {
  /** Header `webhook-id`. */
  readonly messageId: string;
  /** JSON, the very text that is signed and sent. */
  readonly body: string;
}

/** What came of one attempt. */
export type WebhookReply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      /** What the endpoint asks for, in milliseconds. Absent: nothing. */
      readonly retryAfterMs?: number;
      /** The beginning of the answer, where it was wanted. */
      readonly body?: string;
    }
  | { readonly kind: 'failed'; readonly reason: DeliveryFailure };

/** How much one attempt may take. */
export interface WebhookLimits {
  /** Until the answer is there, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read. Default: none. */
  readonly maxReplyBytes?: number;
}

/** Sends messages to endpoints that others have named. Every attempt checks anew where it goes. */
export interface WebhookSender {
  /** What is wrong with a URL before anything is sent, in words for whoever gave it; `undefined`: nothing. */
  readonly findFault: (url: URL) => string | undefined;
  /** Never rejects. */
  readonly send: (
    target: WebhookTarget,
    message: WebhookMessage,
    limits: WebhookLimits,
  ) => Promise<WebhookReply>;
}

/** Which endpoints there may be. */
export interface WebhookSettings {
  /** Ports. Default: 443 and 8443. */
  readonly ports?: readonly number[] | undefined;
  /** Names of hosts, or `*.` and a domain. Default: any. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether addresses may be internal: private, loopback, link-local and the like. Default: false. */
  readonly internalAddresses?: boolean | undefined;
  /** Whether `http` may go to a loopback address, for development. Default: false. */
  readonly loopbackHttp?: boolean | undefined;
  /** Whether the one user of a server that asks for no tokens may subscribe. Default: false. */
  readonly localUser?: boolean | undefined;
}
