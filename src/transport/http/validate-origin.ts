import type { RequestHandler } from 'express';

import { toLine } from '../../core/value/quote.js';

import { LOCAL_HOSTS } from './loopback-hosts.js';
import type { CorsSettings } from './pages/allow-web-pages.js';

/** Origins of web pages that may send requests; defaults as in `HttpAppOptions`. */
export interface OriginOptions {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly cors?: CorsSettings | undefined;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined;
}

/**
 * Refuses requests that a web page of another origin makes a browser send (Transports › Security Warning). Only
 * browsers send `Origin`; requests without it are accepted.
 */
export function validateOrigin({
  allowedHosts = LOCAL_HOSTS,
  allowedOrigins,
  cors,
}: OriginOptions): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const isAllowed =
      origin === undefined ||
      cors?.includes(origin) === true ||
      (allowedOrigins?.includes(origin) ?? allowedHosts.includes(hostOf(origin) ?? ''));
    if (isAllowed) {
      next();
      return;
    }
    response.status(403).json({
      jsonrpc: '2.0',
      error: { code: -32000, message: `Origin ${toLine(origin)} is not allowed.` },
      id: null,
    });
  };
}
