import type { RequestHandler } from 'express';

/**
 * What browsers are told with every answer, whatever it is: to take nothing for a page, to show it in no frame, to keep
 * nothing and to give no address away. There is no page here, so that the strictest of each will do. Whether there is to be TLS only
 * (`Strict-Transport-Security`) is for the proxy to say that ends it.
 */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sets them, for later handlers to overrule. */
export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.set(HEADERS);
  next();
};
