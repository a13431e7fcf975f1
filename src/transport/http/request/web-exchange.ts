/** Converts between Express and the web's `Request` and `Response`, which pages use. */
import type { Request as ExpressRequest, RequestHandler } from 'express';

import type { HttpReply } from '../../../mcp/http-message.js';

import { sendError } from './json-rpc-failure.js';

/** Base of relative request targets. */
const BASE_URL = 'http://localhost';

function toHeaders({ rawHeaders }: ExpressRequest): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/** Methods that the web's `Request` refuses (Fetch Standard, forbidden methods). MCP does not use them. */
const FORBIDDEN_METHODS: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

function findWebRefusal({ method, originalUrl }: ExpressRequest): 400 | 405 | undefined {
  if (FORBIDDEN_METHODS.includes(method)) return 405;
  return URL.canParse(originalUrl, BASE_URL) ? undefined : 400;
}

const MESSAGES = {
  400: 'The target of the request is not a URL.',
  405: 'Method not allowed: use POST, or GET with a session.',
} as const;

/** Refuses requests that the web's `Request` cannot express: `TRACE`, and targets that are not a URL. */
export const refuseUnknownToWeb: RequestHandler = (request, response, next) => {
  const status = findWebRefusal(request);
  if (status === undefined) {
    next();
    return;
  }
  if (status === 405) response.setHeader('Allow', 'GET, POST');
  sendError(response, status, { code: -32600, message: MESSAGES[status] });
};

/**
 * Makes a web request without its body, which Express has already parsed. Put {@link refuseUnknownToWeb} in front.
 *
 * Its `signal` is the given one. Node.js would make another signal, which follows the given one only until the request
 * is collected as garbage. A reader that keeps only the signal would miss the end.
 */
export function toWebRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const url = new URL(request.originalUrl, BASE_URL);
  const init = { method: request.method, headers: toHeaders(request), signal };
  return Object.defineProperty(new Request(url, init), 'signal', { value: signal });
}

/** Cookies are not in the reply, since an object of headers can have only one `Set-Cookie`. */
export function fromWebResponse({ status, headers, body }: Response): HttpReply {
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  return { status, headers: Object.fromEntries(others), body: body ?? undefined };
}
