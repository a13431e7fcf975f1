/** Refuses requests that a web page makes a browser send to this server, by their `Host` and `Origin`. */
import {
  hostHeaderValidation,
  localhostHostValidation,
} from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import type { RequestHandler } from 'express';

import type { Logger } from '../../core/logger.js';
import { toLine } from '../../core/value/quote.js';

import { LOCAL_HOSTS } from './loopback-hosts.js';
import type { CorsSettings } from './pages/allow-web-pages.js';
import { sendError } from './request/json-rpc-failure.js';

/** Hosts and origins that may be named; defaults as in `HttpAppOptions`. */
export interface HostAndOriginOptions {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly cors?: CorsSettings | undefined;
  readonly logger?: Logger | undefined;
}

/** Maximum number of logged values of a header, since anybody can send others. */
const MAX_VALUES = 20;

const MESSAGES = {
  host: 'A request was refused for its Host. If clients reach this server by that name, start it with --allowed-hosts',
  origin:
    'A request was refused for its Origin. If pages of that origin may call this server, start it with --allowed-origins',
} as const;

/** Runs a check that may refuse requests for a header, and logs each refused value once. */
function logRefusedValues(
  header: keyof typeof MESSAGES,
  check: RequestHandler,
  logger: Logger | undefined,
): RequestHandler {
  const logged = new Set<string>();
  return (request, response, next) => {
    const verdict = { isAllowed: false };
    void check(request, response, () => {
      verdict.isAllowed = true;
      next();
    });
    if (verdict.isAllowed) return;
    const value = toLine(request.headers[header] ?? '');
    if (logged.has(value) || logged.size >= MAX_VALUES) return;
    logged.add(value);
    logger?.warn({ [header]: value }, MESSAGES[header]);
  };
}

/** RFC 9112, section 3.2. Node takes the first `Host`, and a proxy may have checked the second. */
const refuseTwoHosts: RequestHandler = ({ headersDistinct }, response, next) => {
  if ((headersDistinct['host']?.length ?? 0) < 2) next();
  else sendError(response, 400, { code: -32600, message: 'Send one Host header.' });
};

export function checkHost({
  allowedHosts,
  logger,
}: HostAndOriginOptions): readonly RequestHandler[] {
  const check = allowedHosts ? hostHeaderValidation([...allowedHosts]) : localhostHostValidation();
  return [refuseTwoHosts, logRefusedValues('host', check, logger)];
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined;
}

/**
 * Refuses requests of web pages of other origins (Transports › Security Warning). Only browsers send `Origin`; requests
 * without it are accepted.
 */
export function checkOrigin({
  allowedHosts = LOCAL_HOSTS,
  allowedOrigins,
  cors,
  logger,
}: HostAndOriginOptions): RequestHandler {
  const check: RequestHandler = (request, response, next) => {
    const { origin } = request.headers;
    const isAllowed =
      origin === undefined ||
      cors?.includes(origin) === true ||
      (allowedOrigins?.includes(origin) ?? allowedHosts.includes(hostOf(origin) ?? ''));
    if (isAllowed) next();
    else {
      response.status(403).json({
        jsonrpc: '2.0',
        error: { code: -32000, message: `Origin ${toLine(origin)} is not allowed.` },
        id: null,
      });
    }
  };
  return logRefusedValues('origin', check, logger);
}
