/**
 * A request and its reply over HTTP, between a transport and a generation. They are plain objects: to make a `Request`
 * and a `Response` of the web only to take them apart again takes as long as the rest of a `tasks/get`.
 */
import type { Logger } from '../core/logger.js';
import { toJson } from '../core/value/exact-json.js';

import { logProtocolError } from './log-failure.js';

export interface HttpHeaders {
  /** @param name In any case. Several headers of the name are joined with a comma. */
  readonly get: (name: string) => string | null;
  readonly has: (name: string) => boolean;
}

/** A request without its body, which the transport has parsed. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: HttpHeaders;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent in one piece with the headers. The headers of a stream are sent at once. Absent: no body. */
  readonly body?: string | ReadableStream<Uint8Array> | undefined;
}

export interface HttpError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** ID of the request. Default: `null`. */
  readonly id?: string | number | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const STREAM_TYPE = 'text/event-stream';

/** Matches a weight of zero, by which a client refuses a range. */
const REFUSED = /^q=0(?:\.0*)?$/;

/** Returns true if a client accepts a media type (RFC 9110, 12.5.1). Without the header, it accepts all. */
export function accepts(headers: HttpHeaders, type: string): boolean {
  const accept = headers.get('accept') ?? '';
  if (accept.trim() === '') return true;
  const ranges = [type, `${type.split('/', 1)[0] ?? ''}/*`, '*/*'];
  return accept.split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((item) => item.trim().toLowerCase());
    return ranges.includes(range) && !parameters.some((parameter) => REFUSED.test(parameter));
  });
}

/** Makes a reply of JSON in which integers keep all digits. */
export function toJsonReply(
  body: object,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const type = { 'content-type': 'application/json' };
  return { status, headers: { ...headers, ...type }, body: toJson(body) };
}

export function toErrorReply({
  status,
  code,
  message,
  data,
  id = null,
  headers = {},
}: HttpError): HttpReply {
  const error = { code, message, data };
  return toJsonReply({ jsonrpc: '2.0', error, id }, status, headers);
}

/** Refuses a request because of a fault of its client, and logs the refusal. */
export function refuse(error: HttpError, logger: Logger | undefined): HttpReply {
  logProtocolError(logger, error);
  return toErrorReply(error);
}

/** The reply to a notification or an answer that the server has taken. */
export const ACCEPTED: HttpReply = { status: 202, headers: {} };

/** The client never reads this status, since it has gone. */
const CLIENT_GONE: HttpReply = { status: 499, headers: {} };

/** Returns the reply to a request that ends early, because the server closes or the client has gone. */
export function replyToEnded({ isClosed }: { readonly isClosed: boolean }): HttpReply {
  if (!isClosed) return CLIENT_GONE;
  return toErrorReply({
    status: 503,
    code: -32603,
    message: 'The server is closing. Tasks continue: ask again later.',
  });
}
