import { isRecord } from '../core/value/is-record.js';

export interface ErrorReply {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
/** The only request whose params are checked here. Only some revisions have it. */
const INITIALIZE_METHOD = 'initialize';

function toReply(id: unknown, code: number, message: string): ErrorReply {
  const isId = typeof id === 'string' || typeof id === 'number';
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

/**
 * Returns the answer to JSON that is not an MCP message. The SDKs' transports drop such messages, or treat them as
 * invalid JSON. The client would wait without an answer.
 */
export function refuseMalformed(message: unknown): ErrorReply {
  const { id, method, jsonrpc } = isRecord(message) ? message : ({} as Record<string, unknown>);
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
  return toReply(
    id,
    INVALID_PARAMS,
    'Invalid params: "params" must be an object. In its "_meta", "progressToken" must be a string or a number, and related-task metadata an object with a "taskId".',
  );
}
