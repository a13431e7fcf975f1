import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Origins of web pages that may read answers, in the form of the header `Origin`: with the port unless it is the
 * default.
 */
export type CorsSettings = readonly string[];

/** Headers of MCP, authorization and limits that a web page may read. */
const EXPOSED = [
  ...['Mcp-Session-Id', 'Mcp-Protocol-Version', 'WWW-Authenticate', 'Retry-After'],
  'X-Correlation-Id',
];
/** Time for which browsers may cache the answer to a preflight, in seconds. Browsers allow two hours at most. */
const PREFLIGHT_AGE_S = 7_200;

/**
 * Lets web pages of some origins read answers (CORS), and answers their preflights, which browsers send without a
 * token. CORS credentials (cookies) are not allowed: a page sends its token itself, with any headers.
 */
export function allowWebPages(origins: CorsSettings): RequestHandler {
  return cors({
    origin: [...origins],
    methods: ['GET', 'POST', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_AGE_S,
    credentials: false,
  });
}
