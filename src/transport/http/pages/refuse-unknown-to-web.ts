import type { RequestHandler } from 'express';

import { sendError } from '../json-rpc-failure.js';

import { findWebRefusal } from './web-exchange.js';

const MESSAGES = {
  400: 'The target of the request is not a URL.',
  405: 'Method not allowed: use POST, or GET with a session.',
} as const;

/**
 * Refuses requests that the web's `Request` cannot express: `TRACE`, and targets that are not a URL. Generations
 * accept only such a `Request`.
 */
export const refuseUnknownToWeb: RequestHandler = (request, response, next) => {
  const status = findWebRefusal(request);
  if (status === undefined) {
    next();
    return;
  }
  if (status === 405) response.setHeader('Allow', 'GET, POST');
  sendError(response, status, { code: -32600, message: MESSAGES[status] });
};
