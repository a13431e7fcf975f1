import type { DeliveryFailure } from '../../core/event/event-delivery.js';
import type { WebhookSender, WebhookTarget } from '../../core/event/webhook.js';
import { isRecord } from '../../core/value/is-record.js';

import { toFailure } from './delivery.js';

/** Time for the endpoint to answer, in milliseconds. */
const VERIFY_MS = 10_000;
const MAX_REPLY_BYTES = 8_192;
const NONCE_BYTES = 32;

function randomHex(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares two texts in constant time. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at += 1) {
    difference |= given.charCodeAt(at % Math.max(given.length, 1)) ^ expected.charCodeAt(at);
  }
  return difference === 0;
}

function readChallenge(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const challenge = isRecord(value) ? value['challenge'] : undefined;
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/**
 * Asks an endpoint if it wants these events. The endpoint has to return a secret challenge.
 *
 * @returns The reason for a refusal; `undefined` if the endpoint agrees.
 */
export async function verifyEndpoint(
  sender: WebhookSender,
  target: WebhookTarget,
): Promise<DeliveryFailure | undefined> {
  const challenge = randomHex(NONCE_BYTES);
  const message = {
    messageId: `msg_verification_${randomHex(12)}`,
    body: JSON.stringify({ type: 'verification', challenge }),
  };
  const limits = { timeoutMs: VERIFY_MS, maxReplyBytes: MAX_REPLY_BYTES };
  const reply = await sender.send(target, message, limits);
  if (reply.kind === 'failed') return reply.reason;
  if (reply.status < 200 || reply.status >= 300) {
    return reply.status >= 500 ? toFailure(reply) : 'challenge_failed';
  }
  return isSame(readChallenge(reply.body ?? ''), challenge) ? undefined : 'challenge_failed';
}
