import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { isRecord } from '../../../core/value/is-record.js';
import { type Answer, readAnswer } from '../../../service/questions/route-answer.js';
import { type ErrorReply, refuseMalformed } from '../../malformed-message.js';

export type ClientMessage =
  | { readonly kind: 'malformed'; readonly reply: ErrorReply }
  /** A response to a question. The SDK does not know the question. */
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'request';
      readonly id: string | number;
      readonly method: string;
      readonly params: unknown;
    }
  /** A notification, or a response to a request of the SDK. */
  | { readonly kind: 'other' };

function isInitialization(value: unknown): boolean {
  return isRecord(value) && value['method'] === 'initialize' && value['id'] !== undefined;
}

/**
 * Returns true for a valid message by the SDK's rules. The SDK's transports drop other values, or treat them as broken
 * JSON. An `initialize` also needs valid params, since the SDK would answer with its validator's output.
 */
export function isMessage(value: unknown): boolean {
  if (!JSONRPCMessageSchema.safeParse(value).success) return false;
  return !isInitialization(value) || isInitializeRequest(value);
}

/** Classifies a valid JSON-RPC message by MCP's rules. */
export function classifyMessage(message: unknown): ClientMessage {
  const answer = readAnswer(message);
  if (answer) return { kind: 'answer', answer };
  if (!isRecord(message)) return { kind: 'other' };
  const { id, method, params } = message;
  const isRequest =
    (typeof id === 'string' || typeof id === 'number') && typeof method === 'string';
  return isRequest ? { kind: 'request', id, method, params } : { kind: 'other' };
}

/** Classifies a message that may be invalid. */
export function readMessage(message: unknown): ClientMessage {
  return isMessage(message)
    ? classifyMessage(message)
    : { kind: 'malformed', reply: refuseMalformed(message) };
}
