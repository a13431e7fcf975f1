import type { DeliveryFailure, SendToWebhook } from '../../core/webhook/webhook-sender.js';

import {
  AddressRefusedError,
  createCheckedLookup,
  isPublicAddress,
  literalAddress,
  type Resolve,
} from './allowed-address.js';
import { postJson, PostTimeoutError } from './post-json.js';
import { signedHeaders } from './sign-message.js';

/** Time for an endpoint to answer, in milliseconds. */
const REPLY_MS = 5_000;
/** Error codes of Node.js for a faulty certificate, or for TLS errors of the endpoint. */
const TLS_CODE = /CERT|TLS|SSL|SIGNATURE|ISSUER|SELF_SIGNED|UNABLE_TO_/;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** Returns the failure as a public word, without texts of the endpoint. */
function toReason(error: unknown): DeliveryFailure {
  if (error instanceof PostTimeoutError) return 'timeout';
  if (error instanceof AddressRefusedError) return 'connection_refused';
  const { code } = error as { readonly code?: unknown };
  if (code === 'ETIMEDOUT') return 'timeout';
  return typeof code === 'string' && TLS_CODE.test(code) ? 'tls_error' : 'connection_refused';
}

/** Time in milliseconds until an endpoint accepts the next request: seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

export interface Network {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Returns true for public addresses. Default: by the tables of IANA. */
  readonly isPublic?: (address: string) => boolean;
  /** Default: 5,000. */
  readonly replyMs?: number;
}

/** @param network Default: this machine's. Tests pass their own. */
export function createWebhookSender({
  resolve,
  isPublic = isPublicAddress,
  replyMs = REPLY_MS,
}: Network = {}): SendToWebhook {
  return async (webhook, message) => {
    const isAllowed = webhook.internalAddresses === true ? () => true : isPublic;
    try {
      const url = new URL(webhook.url);
      const literal = literalAddress(url);
      if (literal !== undefined && !isAllowed(literal)) {
        throw new AddressRefusedError('Not allowed');
      }
      const { status, retryAfter } = await postJson(url, {
        headers: signedHeaders(webhook, message),
        body: message.body,
        lookup: createCheckedLookup(isAllowed, resolve),
        timeoutMs: replyMs,
      });
      const retryAfterMs = parseRetryAfter(retryAfter);
      return { kind: 'replied', status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    } catch (error) {
      return { kind: 'failed', reason: toReason(error) };
    }
  };
}
