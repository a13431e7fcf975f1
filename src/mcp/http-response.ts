import type { Logger } from '../core/logger.js';
import { toJson } from '../core/value/exact-json.js';

import { logProtocolError } from './log-failure.js';

export interface HttpError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** ID of the request. Default: `null`. */
  readonly id?: string | number | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes an HTTP response of JSON in which integers keep all digits. */
export function toJsonResponse(
  body: object,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = { 'content-type': 'application/json' };
  return new Response(toJson(body), { status, headers: { ...headers, ...type } });
}

export function toErrorResponse({
  status,
  code,
  message,
  data,
  id = null,
  headers = {},
}: HttpError): Response {
  const error = { code, message, data };
  return toJsonResponse({ jsonrpc: '2.0', error, id }, status, headers);
}

/** Refuses a request because of a fault of its client, and logs the refusal. */
export function refuse(error: HttpError, logger: Logger | undefined): Response {
  logProtocolError(logger, error);
  return toErrorResponse(error);
}

/** The client never reads this status, since it has gone. */
const CLIENT_GONE = 499;

/** Returns the answer to a request that ends early, because the server closes or the client has gone. */
export function answerEnded({ isClosed }: { readonly isClosed: boolean }): Response {
  if (!isClosed) return new Response(null, { status: CLIENT_GONE });
  return toErrorResponse({
    status: 503,
    code: -32603,
    message: 'The server is closing. Tasks continue: ask again later.',
  });
}
