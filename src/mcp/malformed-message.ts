import { isRecord } from '../core/value/is-record.js';
import { LongDecimal } from '../core/value/long-decimal.js';

export interface ErrorReply {
  readonly jsonrpc: '2.0';
  /** A number with more digits than JavaScript keeps isn't a `number`. */
  readonly id: string | number | bigint | LongDecimal | null;
  readonly error: { readonly code: number; readonly message: string };
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

function isId(value: unknown): value is string | number | bigint | LongDecimal {
  return ['string', 'number', 'bigint'].includes(typeof value) || value instanceof LongDecimal;
}

function toReply(id: unknown, code: number, message: string): ErrorReply {
  return { jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } };
}

export function toParseError(): ErrorReply {
  return toReply(null, PARSE_ERROR, 'Parse error: the message is not JSON.');
}

/** Returns the answer to a message whose processing has failed. */
export function toInternalErrorReply(message: unknown): ErrorReply {
  const id = isRecord(message) ? message['id'] : undefined;
  return toReply(id, INTERNAL_ERROR, 'Internal error: the server could not process this message.');
}

/** Refuses a message for its envelope. */
export function refuseRequest(id: unknown, fault: string): ErrorReply {
  return toReply(id, INVALID_REQUEST, `Invalid request: ${fault}`);
}

export function refuseParams(id: unknown, fault: string): ErrorReply {
  return toReply(id, INVALID_PARAMS, `Invalid params: ${fault}`);
}
