import type { ServerOptions } from 'node:http';

/**
 * Number of connections, and time for their requests in milliseconds. Answers have no limit: a wait or a stream may
 * last for days.
 */
export interface ConnectionLimits {
  /** Time from the beginning of a connection or request until its headers have arrived. Default: 15,000. */
  readonly headersMs?: number | undefined;
  /** Time until a whole request has arrived. Default: 60,000, enough for 4 MiB at 70 KB a second. */
  readonly requestMs?: number | undefined;
  /**
   * Time between an answer and the next request. The server tells clients this time, in seconds, and keeps the
   * connection open for 3 s longer. Default: 65,000, longer than load balancers usually wait (60 s). Otherwise a load
   * balancer could send a request on a connection that is being closed.
   */
  readonly keepAliveMs?: number | undefined;
  /**
   * Maximum number of connections. The server closes further ones at once. Default: 20,000. If clients never end their
   * headers, these take 320 MB.
   */
  readonly maxConnections?: number | undefined;
}

const DEFAULT_HEADERS_MS = 15_000;
const DEFAULT_REQUEST_MS = 60_000;
const DEFAULT_KEEP_ALIVE_MS = 65_000;
/** Additional time for which a connection stays open, for clients that are late. */
const KEEP_ALIVE_GRACE_MS = 3_000;
export const DEFAULT_MAX_CONNECTIONS = 20_000;
/** Number of checks for late headers within `headersMs`. */
const LOOKS = 3;

export function toServerOptions({
  headersMs = DEFAULT_HEADERS_MS,
  requestMs = DEFAULT_REQUEST_MS,
  keepAliveMs = DEFAULT_KEEP_ALIVE_MS,
}: ConnectionLimits = {}): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs + KEEP_ALIVE_GRACE_MS,
    connectionsCheckingInterval: Math.ceil(headersMs / LOOKS),
  };
}

/** Returns the header `Keep-Alive`: the time for which a client may use the connection again. */
export function toKeepAlive({
  keepAliveMs = DEFAULT_KEEP_ALIVE_MS,
}: ConnectionLimits = {}): string {
  return `timeout=${Math.floor(keepAliveMs / 1_000)}`;
}
