import type { RequestHandler } from 'express';

import { identityIn } from '../identify-request.js';

import type { FairTurns } from './fair-turns.js';

/** Lets a request go on when it is its owner's turn. */
export function takeTurns(turns: FairTurns): RequestHandler {
  return (_request, response, next) => {
    if (response.closed) return;
    const leave = turns.take(identityIn(response).owner, () => {
      next();
    });
    response.once('close', leave);
  };
}
