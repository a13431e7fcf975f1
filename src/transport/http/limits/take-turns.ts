import type { RequestHandler, Response } from 'express';

import { callerIn } from '../identify-request.js';

import type { FairTurns } from './fair-turns.js';

const LEAVE = 'leaveTurn';

/** Delays a request until it is its owner's turn. */
export function takeTurns(turns: FairTurns): RequestHandler {
  return (_request, response, next) => {
    if (response.closed) return;
    const leave = turns.take(callerIn(response).owner, () => {
      next();
    });
    response.locals[LEAVE] = leave;
    response.once('close', leave);
  };
}

/** Ends the turn of a request, if it has one, before its answer is over. */
export function leaveTurn({ locals }: Response): void {
  (locals[LEAVE] as (() => void) | undefined)?.();
}
