import type { Response } from 'express';

import { sendError } from '../json-rpc-failure.js';

import type { Excess } from './excess.js';

const TOO_MANY_REQUESTS = 429;
/** JSON-RPC code of errors that the server, not the request, causes. */
const SERVER_ERROR = -32000;

/** Answers with the exceeded limit and `Retry-After`. */
export function sendExcess(response: Response, { message, retryAfterS }: Excess): void {
  response.set('Retry-After', String(retryAfterS));
  sendError(response, TOO_MANY_REQUESTS, { code: SERVER_ERROR, message });
}
