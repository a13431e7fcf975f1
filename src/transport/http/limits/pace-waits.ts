import { AsyncResource } from 'node:async_hooks';

import type { RequestHandler } from 'express';

import { waitsForNews } from '../../../core/value/request-params.js';
import { callerIn } from '../identify-request.js';

import type { FairTurns } from './fair-turns.js';
import { leaveTurn } from './take-turns.js';

/**
 * Turns for opening waits. Opening a wait takes some milliseconds of the processor once, so a turn is short. Reads of a
 * task do not wait for such a turn, even if they have the same owner.
 */
export const WAIT_TURNS = { atOnce: 4, ofOneOwner: 2, longestMs: 25 };

/** Makes requests that wait for news take turns before they open a wait. Other requests continue at once. */
export function paceWaits(turns: FairTurns): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && !waitsForNews(request.body as unknown)) {
      next();
      return;
    }
    leaveTurn(response);
    if (response.closed) return;
    // The end of another request may start the turn. The audit log must still record it with this request's origin.
    const begin = AsyncResource.bind(() => {
      next();
    });
    response.once('close', turns.take(callerIn(response).owner, begin));
  };
}
