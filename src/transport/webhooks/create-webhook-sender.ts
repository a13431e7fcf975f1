import type { DeliveryFailure, SendToWebhook } from '../../core/webhook/webhook-sender.js';
import { AddressRefusedError, isPublicAddress, type Network } from '../outgoing/allowed-address.js';
import { readRetryAfter } from '../outgoing/retry-after.js';
import { type OutgoingReply, RequestFailedError, sendRequest } from '../outgoing/send-request.js';

import { signedHeaders } from './sign-message.js';

/** Time for an endpoint to answer, in milliseconds. */
const REPLY_MS = 5_000;
/** Error codes of Node.js for a faulty certificate, or for TLS errors of the endpoint. */
const TLS_CODE = /CERT|TLS|SSL|SIGNATURE|ISSUER|SELF_SIGNED|UNABLE_TO_/;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** Returns the failure as a public word, without texts of the endpoint. */
function toReason(error: unknown): DeliveryFailure {
  const cause = error instanceof RequestFailedError ? error.cause : error;
  if (cause instanceof AddressRefusedError) return 'connection_refused';
  const { name, code } = cause as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  return typeof code === 'string' && TLS_CODE.test(code) ? 'tls_error' : 'connection_refused';
}

/** Time in milliseconds until an endpoint accepts the next request. */
function toRetryAfter(headers: OutgoingReply['headers']): number | undefined {
  const ms = readRetryAfter(headers) ?? 0;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

export interface WebhookNetwork extends Network {
  /** Default: 5,000. */
  readonly replyMs?: number | undefined;
}

/** @param network Default: this machine's. Tests pass their own. */
export function createWebhookSender({
  resolve,
  isPublic = isPublicAddress,
  replyMs = REPLY_MS,
}: WebhookNetwork = {}): SendToWebhook {
  return async (webhook, message) => {
    try {
      const { status, headers } = await sendRequest({
        method: 'POST',
        url: new URL(webhook.url),
        headers: signedHeaders(webhook, message),
        body: message.body,
        isAllowed: webhook.internalAddresses ? () => true : isPublic,
        resolve,
        signal: AbortSignal.timeout(replyMs),
        maxReplyBytes: 0,
      });
      const retryAfterMs = toRetryAfter(headers);
      return { kind: 'replied', status, retryAfterMs };
    } catch (error) {
      return { kind: 'failed', reason: toReason(error) };
    }
  };
}
