import type { RequestHandler } from 'express';

/**
 * Headers of every answer. Browsers must not take it for a page, frame it, store it or pass its address on. This
 * application has no pages, so the strictest values work. `Strict-Transport-Security` is for the proxy that ends TLS.
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
