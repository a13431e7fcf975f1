/** Errors of HTTP requests that never reach a generation. */
import type { ErrorRequestHandler, Response } from 'express';

import type { Logger } from '../../../core/logger.js';
import { toJson } from '../../../core/value/exact-json.js';
import { MAX_MESSAGE_DEPTH } from '../../../core/value/json-bounds.js';

/** Sends an answer whose numbers keep all digits. */
export function sendJson(response: Response, httpStatus: number, reply: object): void {
  response.status(httpStatus).type('application/json').send(toJson(reply));
}

/** @param error With `id`, the ID of the refused request. Default: `null`. */
export function sendError(
  response: Response,
  httpStatus: number,
  error: { readonly code: number; readonly message: string; readonly id?: unknown },
): void {
  const { id = null, ...rest } = error;
  sendJson(response, httpStatus, { jsonrpc: '2.0', error: rest, id });
}

export function sendTooLarge(response: Response): void {
  sendError(response, 413, { code: -32600, message: 'The request is larger than 4 MiB.' });
}

export function sendTooDeep(response: Response): void {
  const message = `The request has more than ${MAX_MESSAGE_DEPTH} levels of nesting.`;
  sendError(response, 400, { code: -32600, message });
}

export function sendTooMany(response: Response, most: number): void {
  const message = `The request has more than ${most} members of objects and items of lists. Pass large data by reference (a URL or an object key), or as one text. The operator can raise server.limits.members.`;
  sendError(response, 413, { code: -32600, message });
}

export function sendNoJson(response: Response): void {
  sendError(response, 400, { code: -32700, message: 'Parse error: the body is not JSON.' });
}

/** Refuses a body in another character set: JSON between systems is UTF-8 (RFC 8259, section 8.1). */
export function sendNoUtf8(response: Response): void {
  const message = 'The body is not UTF-8. Send JSON in UTF-8, and leave out the charset.';
  sendError(response, 415, { code: -32600, message });
}

/** Errors of Express's body parser. */
interface BodyError {
  readonly type?: string | undefined;
  readonly status?: number | undefined;
}

/** Answers invalid JSON, a body that is too large, and unexpected errors with a JSON-RPC error. */
export function answerFailure(logger: Logger | undefined): ErrorRequestHandler {
  return (error: BodyError, _request, response, next) => {
    if (response.headersSent) {
      next(error);
    } else if (error.type === 'entity.too.large') {
      sendTooLarge(response);
    } else if (error.type === 'entity.parse.failed') {
      sendNoJson(response);
    } else if (error.status !== undefined && error.status < 500) {
      sendError(response, error.status, { code: -32600, message: 'Invalid request.' });
    } else {
      logger?.error({ err: error }, 'An HTTP request failed');
      sendError(response, 500, { code: -32603, message: 'Internal error.' });
    }
  };
}
