import type { RequestHandler } from 'express';

import type { Logger } from '../../core/logger.js';
import { toLine } from '../../core/value/quote.js';

/** Maximum number of logged values of a header, since anybody can send others. */
const MAX_VALUES = 20;

const MESSAGES = {
  host: 'A request was refused for its Host. If clients reach this server by that name, start it with --allowed-hosts',
  origin:
    'A request was refused for its Origin. If pages of that origin may call this server, start it with --allowed-origins',
} as const;

/** Runs a check that may refuse requests for a header, and logs each refused value once. */
export function logRefusedValues(
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
    const value = toLine(request.headers[header] ?? '');
    if (verdict.isAllowed || logged.has(value) || logged.size >= MAX_VALUES) return;
    logged.add(value);
    logger?.warn({ [header]: value }, MESSAGES[header]);
  };
}
