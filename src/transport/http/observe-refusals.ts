import type { RequestHandler, Response } from 'express';

import type { Observer } from '../../core/observer.js';

const TOLD = 'refusalTold';
const FIRST_ERROR = 400;

/** Marks an answer that others tell of: a generation, or the gate. */
export function markTold(response: Response): void {
  response.locals[TOLD] = true;
}

/** Tells of requests that are refused before a generation sees them: limits, `Host`, `Origin`, bodies that are no JSON. */
export function observeRefusals({ refused }: Observer): RequestHandler {
  return (_request, response, next) => {
    response.once('finish', () => {
      const { statusCode, locals } = response;
      if (statusCode >= FIRST_ERROR && locals[TOLD] === undefined) refused(statusCode);
    });
    next();
  };
}
