/** Applies a gate in an Express application. */
import type { Request, RequestHandler, Response } from 'express';

import type { Gate, Presented, Refusal } from '../../../core/person/gate.js';
import { visitOf } from '../request/visit.js';

/** Time for which clients may cache the metadata, in seconds. */
const METADATA_AGE_S = 3_600;

/**
 * Returns the token as the request presents it. Reads raw headers, because Node.js keeps only the first `Authorization`
 * header.
 */
export function presentToken({ rawHeaders, originalUrl }: Request, response: Response): Presented {
  response.vary('Authorization').set('Cache-Control', 'no-store');
  const authorization = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  const { searchParams } = new URL(originalUrl, 'http://localhost');
  return { authorization, hasQueryToken: searchParams.has('access_token') };
}

const EXPOSED = 'Access-Control-Expose-Headers';

/** Sends a refusal. Web pages that may read the answer may also read its challenge. */
export function sendRefusal(response: Response, { status, headers, body }: Refusal): void {
  visitOf(response).isReported = true;
  if (!response.hasHeader(EXPOSED)) response.set(EXPOSED, 'WWW-Authenticate');
  response.status(status).set(headers).json(body);
}

/** Serves the gate's public metadata, also to web pages of other origins. */
export function servePublicly(gate: Gate): RequestHandler {
  return (request, response, next) => {
    const { metadata } = gate;
    if (!metadata?.paths.some((path) => [path, `${path}/`].includes(request.path))) {
      next();
      return;
    }
    response.set('Access-Control-Allow-Origin', '*');
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        response.set('Cache-Control', `public, max-age=${METADATA_AGE_S}`).json(metadata.content);
        return;
      case 'OPTIONS':
        response
          .set({
            'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
            'Access-Control-Allow-Headers': '*',
          })
          .status(204)
          .end();
        return;
      default:
        response.set('Allow', 'GET, HEAD, OPTIONS').status(405).end();
    }
  };
}
