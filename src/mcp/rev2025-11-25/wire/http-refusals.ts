/** Refusals of this generation over HTTP. */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

import { toLine } from '../../../core/value/quote.js';
import {
  accepts,
  type HttpError,
  type HttpHeaders,
  type HttpReply,
  toErrorReply,
} from '../../http-message.js';

export const SESSION_HEADER = 'mcp-session-id';
/** The HTTP header in which a client names the revision that it has negotiated. */
export const PROTOCOL_VERSION_HEADER = 'mcp-protocol-version';

const SERVER_ERROR = -32000;
const JSON_TYPE = 'application/json';

/**
 * Returns the fault of a POST: its body is not JSON, or its client does not accept JSON. MCP asks clients to accept
 * streams, too (Transports › Sending Messages): one that does not gets no stream.
 */
export function findMediaProblem(headers: HttpHeaders): HttpError | undefined {
  if (!accepts(headers, JSON_TYPE)) {
    const message = 'Not Acceptable: Client must accept application/json';
    return { status: 406, code: SERVER_ERROR, message };
  }
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const hasBody = headers.has('content-length') || headers.has('transfer-encoding');
  if (type === undefined ? !hasBody : type === JSON_TYPE) return undefined;
  const message = 'Unsupported Media Type: Content-Type must be application/json';
  return { status: 415, code: SERVER_ERROR, message };
}

/**
 * Returns the fault of the revision in a header.
 *
 * @param negotiated The revision of the session, which the header may leave out. Absent: there is no session.
 */
export function findVersionProblem(
  headers: HttpHeaders,
  negotiated: string | undefined,
): HttpError | undefined {
  const version = headers.get(PROTOCOL_VERSION_HEADER);
  if (version === null || version === negotiated) return undefined;
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    if (negotiated === undefined) return undefined;
    const message = `Bad Request: The header MCP-Protocol-Version is ${version}, but the session has negotiated ${negotiated}: send that, or leave the header out`;
    return { status: 400, code: SERVER_ERROR, message };
  }
  const message = `Bad Request: Unsupported protocol version: ${toLine(version)} (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`;
  return { status: 400, code: SERVER_ERROR, message };
}

/** Returns the fault of a GET whose client does not accept a stream. */
export function findStreamProblem(headers: HttpHeaders): HttpError | undefined {
  if (headers.get('accept')?.includes('text/event-stream') === true) return undefined;
  const message = 'Not Acceptable: Client must accept text/event-stream';
  return { status: 406, code: SERVER_ERROR, message };
}

/** Answers a request with an altered, expired or foreign session. The client then begins a new session. */
export function refuseSession(): HttpReply {
  return toErrorReply({
    status: 404,
    code: -32001,
    message: 'The session has ended: initialize again.',
  });
}

/** Answers HTTP methods other than POST and a GET with a session. */
export function refuseMethod(): HttpReply {
  return toErrorReply({
    status: 405,
    code: SERVER_ERROR,
    message: 'Method not allowed: use POST, or GET with a session.',
    headers: { Allow: 'GET, POST' },
  });
}
