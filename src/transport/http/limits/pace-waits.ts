import { AsyncResource } from 'node:async_hooks';

import type { RequestHandler } from 'express';

import { waitsForNews } from '../../../core/value/request-params.js';
import { identityIn } from '../identify-request.js';

import type { FairTurns } from './fair-turns.js';
import { leaveTurn } from './take-turns.js';

/**
 * How waits are opened. Each takes some milliseconds of the processor once, and nearly nothing from then on, so a turn is that
 * long and no longer. What only looks at a task goes ahead of them, be it of the same owner.
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
    // Another request's end begins the turn. What is written down then is to be of this one.
    const begin = AsyncResource.bind(() => {
      next();
    });
    response.once('close', turns.take(identityIn(response).owner, begin));
  };
}
