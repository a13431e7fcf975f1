import { AsyncResource } from 'node:async_hooks';

import type { RequestHandler } from 'express';

import { waitsForNews } from '../../../core/value/request-params.js';
import { callerIn } from '../identify-request.js';

import type { FairTurns } from './fair-turns.js';
import { leaveTurn } from './take-turns.js';

/**
 * Turns for opening waits. Each wait takes some milliseconds of the processor once, so a turn is short. Requests that
 * only look at a task go ahead, also of the same owner.
 */
export const WAIT_TURNS = { atOnce: 4, ofOneOwner: 2, longestMs: 25 };

/** Lets a request that waits for news go on when it is its owner's turn to open a wait. All others go on at once. */
export function paceWaits(turns: FairTurns): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && !waitsForNews(request.body as unknown)) {
      next();
      return;
    }
    leaveTurn(response);
    if (response.closed) return;
    // Another request's end begins the turn. The audit log has to record it as this request's.
    const begin = AsyncResource.bind(() => {
      next();
    });
    response.once('close', turns.take(callerIn(response).owner, begin));
  };
}
