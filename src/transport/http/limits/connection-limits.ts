import type { ServerOptions } from 'node:http';

/**
 * Number of connections, and time for their requests in milliseconds. Answers have no limit: a wait or a stream may
 * last for days.
 */
export interface ConnectionLimits {
  /** From the beginning of a connection or a request until its headers are there. Default: 15,000. */
  readonly headersMs?: number;
  /** Until all of a request is there. Default: 60,000, in which 4 MiB come at 70 KB a second. */
  readonly requestMs?: number;
  /**
   * Between one answer and the next request. Clients are told this time, in seconds, and the connection stays open for 3 s
   * more. Default: 65,000, more than load balancers wait (60 s is usual): else one would send a request on a connection that
   * is just being closed.
   */
  readonly keepAliveMs?: number;
  /**
   * Maximum number of connections. The server closes further ones at once. Default: 20,000, which hold 320 MB of
   * headers if clients never end them.
   */
  readonly maxConnections?: number;
}

const DEFAULT_HEADERS_MS = 15_000;
const DEFAULT_REQUEST_MS = 60_000;
const DEFAULT_KEEP_ALIVE_MS = 65_000;
/** A client that is late to close a connection, or sends at the last moment, still finds it open for this long. */
const KEEP_ALIVE_GRACE_MS = 3_000;
/** Connections that a server takes unless told otherwise. */
export const DEFAULT_MAX_CONNECTIONS = 20_000;
/** Connections are looked at this often in the time in which they have to bring their headers. */
const LOOKS = 3;

/** The times among them, as Node.js takes them. */
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

/** The header `Keep-Alive`: for how long a client may use the connection again. */
export function toKeepAlive({
  keepAliveMs = DEFAULT_KEEP_ALIVE_MS,
}: ConnectionLimits = {}): string {
  return `timeout=${Math.floor(keepAliveMs / 1_000)}`;
}
