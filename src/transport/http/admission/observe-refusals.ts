import type { RequestHandler } from 'express';

import type { Observer } from '../../../core/request/observer.js';
import { visitOf } from '../request/visit.js';

const FIRST_ERROR = 400;

/** Reports refusals before a generation sees the request: limits, `Host`, `Origin`, bodies that are not JSON. */
export function observeRefusals({ refused }: Observer): RequestHandler {
  return (_request, response, next) => {
    response.once('finish', () => {
      const { statusCode } = response;
      if (statusCode >= FIRST_ERROR && !visitOf(response).isReported) refused(statusCode);
    });
    next();
  };
}
