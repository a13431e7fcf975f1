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
/** The only request whose params are checked here. Only some revisions have it. */
const INITIALIZE_METHOD = 'initialize';

function isNumber(value: unknown): value is number | bigint | LongDecimal {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof LongDecimal;
}

function toReply(id: unknown, code: number, message: string): ErrorReply {
  const isId = typeof id === 'string' || isNumber(id);
  return { jsonrpc: '2.0', id: isId ? id : null, error: { code, message } };
}

export function toParseError(): ErrorReply {
  return toReply(null, PARSE_ERROR, 'Parse error: the message is not JSON.');
}

/** Returns the answer to a message whose processing has failed. */
export function toInternalError(message: unknown): ErrorReply {
  const id = isRecord(message) ? message['id'] : undefined;
  return toReply(id, INTERNAL_ERROR, 'Internal error: the server could not process this message.');
}

/** Returns true for a number that clients and servers may round, so that no answer would fit its request. */
function isUnsafeNumber(value: unknown): boolean {
  return isNumber(value) && !Number.isSafeInteger(value);
}

/** Returns the answer to a request whose ID or progress token is such a number; `undefined` for all others. */
export function refuseUnsafeNumbers(message: unknown): ErrorReply | undefined {
  const { id, method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  if (typeof method !== 'string') return undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const token = isRecord(meta) ? meta['progressToken'] : undefined;
  const limit = `must be a string, or a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}. Send it as a string.`;
  if (isUnsafeNumber(id)) return toReply(id, INVALID_REQUEST, `Invalid request: "id" ${limit}`);
  return isUnsafeNumber(token)
    ? toReply(id, INVALID_PARAMS, `Invalid params: "_meta.progressToken" ${limit}`)
    : undefined;
}

/** Names the fault of params that break the rules of MCP. */
function describeParams(params: unknown): string {
  if (params !== undefined && !isRecord(params)) return '"params" must be an object.';
  const { _meta: meta } = params ?? {};
  if (meta !== undefined && !isRecord(meta)) return '"_meta" must be an object.';
  const { progressToken } = meta ?? {};
  if (progressToken !== undefined && !['string', 'number'].includes(typeof progressToken)) {
    return '"_meta.progressToken" must be a string or a whole number.';
  }
  return 'related-task metadata in "_meta" must be an object with a "taskId", a string.';
}

/**
 * Returns the answer to JSON that is not an MCP message. The SDKs' transports drop such messages, or treat them as
 * invalid JSON. The client would wait without an answer.
 */
export function refuseMalformed(message: unknown): ErrorReply {
  const { id, method, jsonrpc, params } = isRecord(message)
    ? message
    : ({} as Record<string, unknown>);
  if (jsonrpc !== '2.0' || typeof method !== 'string') {
    return toReply(
      id,
      INVALID_REQUEST,
      'Invalid request: this is not a JSON-RPC 2.0 message of MCP.',
    );
  }
  if (method === INITIALIZE_METHOD) {
    return toReply(
      id,
      INVALID_PARAMS,
      'Invalid params: "initialize" needs "protocolVersion", a string; "capabilities", an object; and "clientInfo", an object with the strings "name" and "version".',
    );
  }
  return toReply(id, INVALID_PARAMS, `Invalid params: ${describeParams(params)}`);
}
