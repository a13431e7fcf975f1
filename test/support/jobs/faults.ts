import { once } from 'node:events';

import { type Fault, type ServiceReply, writeReply } from './job-service.js';

/** The service does what it was asked for. Its reply is lost. */
export const losesReply: Fault = async ({ answer, response }) => {
  await answer();
  response.socket?.destroy();
};

/** The connection breaks before the service does anything. */
export const losesRequest: Fault = ({ response }) => {
  response.socket?.destroy();
};

/** The reply comes twice over the same connection, though it was asked for once. */
export const answersTwice: Fault = async ({ answer, response }) => {
  const { status, headers = {}, body = '' } = await answer();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const lines = Object.entries({
    'content-type': 'application/json',
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const raw = `HTTP/1.1 ${status} Same\r\n${lines.join('')}\r\n${text}`;
  response.socket?.write(raw + raw);
};

/** The service does nothing, and answers nothing. */
export const neverAnswers: Fault = () => undefined;

/** A reply that the service gives instead of doing what it was asked for. */
export function refusesWith(reply: ServiceReply): Fault {
  return ({ response }) => {
    writeReply(response, reply);
  };
}

/** The dialects in which services tell callers when to come back. */
export type RateLimitDialect = 'seconds' | 'date' | 'secondsLeft' | 'epoch';

/** Too many requests. The last dialect is GitHub's, which also uses the status 403. */
export function limitsRate(dialect: RateLimitDialect, seconds = 1, status: 403 | 429 = 429): Fault {
  return ({ response }) => {
    const atMs = Date.now() + seconds * 1000;
    const headers: Record<RateLimitDialect, Readonly<Record<string, string>>> = {
      seconds: { 'retry-after': String(seconds) },
      // Dates have whole seconds. The next one is never too early.
      date: { 'retry-after': new Date(atMs + 999).toUTCString() },
      secondsLeft: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) },
      epoch: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(atMs / 1000)),
      },
    };
    writeReply(response, {
      status,
      headers: headers[dialect],
      body: { message: 'API rate limit exceeded' },
    });
  };
}

/** A page of a proxy in front of the service. */
export function showsPage(status: number): Fault {
  return refusesWith({
    status,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><title>Sorry</title></head><body>Try again.</body></html>',
  });
}

/** The service asks for credentials, though it has got them. */
export const asksForCredentials = refusesWith({
  status: 401,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  body: { message: 'Bad credentials' },
});

const GIGABYTE = 1024 ** 3;
const PIECE = Buffer.alloc(1024 ** 2, 'x');

/** JSON of one gigabyte. `onSent` gets the number of bytes that the caller took before it closed the connection. */
export function sendsGigabyte(onSent?: (bytes: number) => void): Fault {
  return async ({ response }) => {
    const closed = once(response, 'close').then(() => true);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"text":"');
    let bytes = 0;
    let hasClosed = false;
    while (!hasClosed && bytes < GIGABYTE) {
      if (!response.write(PIECE)) {
        hasClosed = await Promise.race([closed, once(response, 'drain').then(() => false)]);
      }
      bytes += PIECE.length;
    }
    onSent?.(bytes);
    response.end('"}');
  };
}
