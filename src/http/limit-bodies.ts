/** How much memory the bodies of open requests take, in front of an Express application. */
import type { IncomingMessage } from 'node:http';

import express, { type RequestHandler } from 'express';

import { identityIn } from './identify-request.js';
import { sendTooLarge } from './json-rpc-failure.js';
import type { Held } from './open-amounts.js';
import type { RequestLimiter } from './request-limiter.js';
import { sendExcess } from './send-excess.js';

/** The limit that the MCP SDK has for request bodies too. Arguments are limited further, before a task is started. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Smaller bodies do not count: they take no more than the headers of their connections may. */
const SMALL_BYTES = 16 * 1024;

/** How large a body may become, by its headers. */
function announcedBytes({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  if (length === undefined && transfer === undefined) return 0;
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && transfer === undefined ? Number(length) : MAX_BODY_BYTES;
}

/** Refuses at once what says that it is too large. Express would read it to its end before it says so. */
const refuseTooLarge: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) {
    next();
    return;
  }
  // Some clients read no answer before they have sent all.
  request.resume();
  sendTooLarge(response);
};

/**
 * Parses bodies. While a request is open, its body may be kept, so that large ones count from their first byte to the end of
 * the answer.
 */
export function parseBodies(limiter: RequestLimiter | undefined): readonly RequestHandler[] {
  const held = new WeakMap<IncomingMessage, Held>();
  const parse = express.json({
    limit: MAX_BODY_BYTES,
    verify: (request, _response, { byteLength }) => {
      held.get(request)?.resize(byteLength > SMALL_BYTES ? byteLength : 0);
    },
  });
  if (!limiter) return [refuseTooLarge, parse];
  const reserve: RequestHandler = (request, response, next) => {
    const bytes = announcedBytes(request);
    if (bytes <= SMALL_BYTES) {
      next();
      return;
    }
    const opened = limiter.open(identityIn(response).owner, 'openBytes', bytes);
    if ('message' in opened) {
      sendExcess(response, opened);
      return;
    }
    held.set(request, opened);
    response.once('close', opened.close);
    if (response.closed) opened.close();
    else next();
  };
  return [refuseTooLarge, reserve, parse];
}
