import type { RequestHandler, Response } from 'express';

import type { Observer } from '../../../core/request/observer.js';

const TOLD = 'refusalTold';
const FIRST_ERROR = 400;

/** Marks an answer that a generation or the gate reports to the observer itself. */
export function markTold(response: Response): void {
  response.locals[TOLD] = true;
}

/** Reports refusals before a generation sees the request: limits, `Host`, `Origin`, bodies that are not JSON. */
export function observeRefusals({ refused }: Observer): RequestHandler {
  return (_request, response, next) => {
    response.once('finish', () => {
      const { statusCode, locals } = response;
      if (statusCode >= FIRST_ERROR && locals[TOLD] === undefined) refused(statusCode);
    });
    next();
  };
}
