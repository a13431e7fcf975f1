/** Requests and replies of generations, in an Express application. */
import type { Request, Response } from 'express';

import type { HttpReply, HttpRequest } from '../../../mcp/http-message.js';

/** Made once, because each new error would have a stack that nobody needs. */
const GONE = new DOMException('The client has its answer, or has gone.', 'AbortError');

/**
 * Returns a controller that is aborted when the answer is sent or the client has gone. Call it before the first
 * `await`.
 */
export function untilClosed(response: Response): AbortController {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(GONE);
  });
  if (response.closed) gone.abort(GONE);
  return gone;
}

/** Node.js would drop all but the first of some repeated headers, such as `Content-Type`. */
export function toHttpRequest({ method, headersDistinct }: Request): HttpRequest {
  const valuesOf = (name: string): readonly string[] | undefined =>
    headersDistinct[name.toLowerCase()];
  return {
    method,
    headers: {
      get: (name) => valuesOf(name)?.join(', ') ?? null,
      has: (name) => valuesOf(name) !== undefined,
    },
  };
}

/** Returns true if the client has gone, or another answer has begun. */
function isOver(response: Response): boolean {
  return response.closed || response.headersSent;
}

/** Ends the stream of a reply that is not sent. */
export async function dropReply({ body }: HttpReply): Promise<void> {
  if (typeof body === 'object') await body.cancel();
}

/** Sends a reply, unless the client has gone or another answer has begun. */
export async function sendReply(reply: HttpReply, response: Response): Promise<void> {
  const { status, headers, body } = reply;
  if (isOver(response)) {
    await dropReply(reply);
  } else if (typeof body === 'string') {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
  } else if (body) {
    response.writeHead(status, headers);
    // The first data of a stream may come late.
    response.flushHeaders();
    await sendStream(body, response);
  } else {
    response.writeHead(status, headers).end();
  }
}

/** Resolves when the client can receive more, or has gone. */
async function untilDrained(response: Response): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

/**
 * Sends a stream, and closes the response when the stream ends or fails. A pipeline of Node.js would do the same, but
 * takes 8 KiB more for each of thousands of streams.
 */
async function sendStream(body: ReadableStream<Uint8Array>, response: Response): Promise<void> {
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
