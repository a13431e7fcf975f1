/** Converts between Express and the web's `Request` and `Response`, which generations use. */
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';

import { sendError } from './json-rpc-failure.js';

/** Base of relative request targets. */
const BASE_URL = 'http://localhost';

/** Made once, because each new error would have a stack that nobody needs. */
const GONE = new DOMException('The client has its answer, or has gone.', 'AbortError');

/**
 * Returns a controller that is aborted when the answer is sent or the client has gone. Call it before the first
 * `await`.
 */
export function untilClosed(response: ExpressResponse): AbortController {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(GONE);
  });
  if (response.closed) gone.abort(GONE);
  return gone;
}

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

/**
 * Refuses requests that the web's `Request` cannot express: `TRACE`, and targets that are not a URL. Generations
 * accept only such a `Request`.
 */
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
 * Makes a web request without its body, which Express has already parsed. `toWebRequest` of
 * `@modelcontextprotocol/node` would serialize it again. Put {@link refuseUnknownToWeb} in front.
 *
 * Its `signal` is the given one. Node.js would make another signal, which follows the given one only until the request
 * is collected as garbage. A reader that keeps only the signal would miss the end.
 */
export function toWebRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const url = new URL(request.originalUrl, BASE_URL);
  const init = { method: request.method, headers: toHeaders(request), signal };
  return Object.defineProperty(new Request(url, init), 'signal', { value: signal });
}

/** Returns true if the client has gone, or another answer has begun. */
function isOver(response: ExpressResponse): boolean {
  return response.closed || response.headersSent;
}

/** Returns true if the whole body is available. It is then sent in one piece with its headers. */
function isWhole(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

/** Sends a response. The headers of a stream are sent at once, since its first data may come late. */
export async function sendWebResponse(answer: Response, response: ExpressResponse): Promise<void> {
  const { status, headers, body } = answer;
  if (isOver(response)) {
    await body?.cancel();
    return;
  }
  if (isWhole(headers)) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    const all = { ...Object.fromEntries(headers), 'content-length': bytes.length };
    if (!isOver(response)) response.writeHead(status, all).end(bytes);
    return;
  }
  response.writeHead(status, Object.fromEntries(headers));
  if (!body) {
    response.end();
    return;
  }
  response.flushHeaders();
  await sendBody(body, response);
}

/** Resolves when the client can receive more, or has gone. */
async function untilDrained(response: ExpressResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

/**
 * Sends the body of a stream, and closes the response when the stream ends or fails. A pipeline of Node.js would do the
 * same, but takes 8 KiB more for each of thousands of streams.
 */
async function sendBody(
  body: ReadableStream<Uint8Array>,
  response: ExpressResponse,
): Promise<void> {
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (!response.write(chunk.value) && !response.closed) await untilDrained(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}
