/** The limits of a server, in front of an Express application. */
import type { RequestHandler, Response } from 'express';

import { isToolCall } from '../core/request-params.js';

import { identityIn } from './identify-request.js';
import { sendError } from './json-rpc-failure.js';
import type { Excess, RequestLimiter } from './request-limiter.js';

const TOO_MANY_REQUESTS = 429;
/** JSON-RPC: the server's own trouble, and none of the request's. */
const SERVER_ERROR = -32000;

function refuse(response: Response, { message, retryAfterS }: Excess): void {
  response.set('Retry-After', String(retryAfterS));
  sendError(response, TOO_MANY_REQUESTS, { code: SERVER_ERROR, message });
}

/** Refuses a request that is one too many, before its body is read. */
export function limitRequests(limiter: RequestLimiter): RequestHandler {
  return async (_request, response, next) => {
    const { owner } = identityIn(response);
    const excess = await limiter.count(owner, 'requestsPerMinute');
    const opened = excess ?? limiter.open(owner);
    if (typeof opened !== 'function') {
      refuse(response, opened);
      return;
    }
    response.once('close', opened);
    if (response.closed) opened();
    else next();
  };
}

/** Refuses a call of a tool that is one too many. */
export function limitCalls(limiter: RequestLimiter): RequestHandler {
  return async (request, response, next) => {
    const body: unknown = request.body;
    const { owner } = identityIn(response);
    const excess = isToolCall(body) ? await limiter.count(owner, 'callsPerMinute') : undefined;
    if (excess) refuse(response, excess);
    else next();
  };
}
