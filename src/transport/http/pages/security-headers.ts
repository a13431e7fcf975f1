import type { RequestHandler } from 'express';

/**
 * Headers of every answer. They keep browsers from treating it as a page, framing it, storing it or passing its address
 * on. This application has no pages, so the strictest values work. `Strict-Transport-Security` belongs to the proxy
 * that ends TLS.
 */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Later handlers may overwrite these headers. */
export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.set(HEADERS);
  next();
};
