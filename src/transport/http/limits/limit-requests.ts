/** Applies the limits of a server in an Express application. */
import type { RequestHandler, Response } from 'express';

import { isToolCall, opensStream, polledBy } from '../../../core/value/request-params.js';
import { callerIn } from '../identify-request.js';

import type { Held } from './open-amounts.js';
import type { RequestLimiter } from './request-limiter.js';
import { sendExcess } from './send-excess.js';

/**
 * Holds an open amount until the answer is over.
 *
 * @returns False if the client has gone.
 */
export function holdUntilClosed(response: Response, { close }: Held): boolean {
  response.once('close', close);
  if (response.closed) close();
  return !response.closed;
}

/** Refuses a request above a limit, before its body is read. */
export function limitRequests(limiter: RequestLimiter): RequestHandler {
  return (_request, response, next) => {
    const { owner } = callerIn(response);
    const excess = limiter.count(owner, 'requestsPerMinute');
    const opened = excess ?? limiter.open(owner, 'openRequests');
    if ('message' in opened) sendExcess(response, opened);
    else if (holdUntilClosed(response, opened)) next();
  };
}

/** Refuses messages above a limit: tool calls, reads of a task, standing streams. */
export function limitMessages(limiter: RequestLimiter): RequestHandler {
  return (request, response, next) => {
    const body: unknown = request.body;
    const { owner } = callerIn(response);
    const polled = polledBy(body);
    const excess = isToolCall(body)
      ? limiter.count(owner, 'callsPerMinute')
      : polled !== undefined && limiter.countPoll(owner, polled);
    if (excess) {
      sendExcess(response, excess);
      return;
    }
    if (request.method !== 'GET' && !opensStream(body)) {
      next();
      return;
    }
    const opened = limiter.open(owner, 'openStreams');
    if ('message' in opened) sendExcess(response, opened);
    else if (holdUntilClosed(response, opened)) next();
  };
}
