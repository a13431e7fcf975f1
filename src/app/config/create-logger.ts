import { destination, pino } from 'pino';

import type { Logger } from '../../core/logger.js';

const STDERR = 2;

/**
 * Structured logs, one JSON object a line, on standard error: standard output belongs to MCP messages in stdio
 * mode. `LOG_LEVEL` (`debug`, `info`, `warn`, `error`, `silent`) says how much; default `info`.
 *
 * Payloads, tokens and secrets are never logged by this package; errors of the Temporal Client are, and may
 * quote server messages.
 */
export function createLogger(environment: NodeJS.ProcessEnv = process.env): Logger {
  return pino(
    { level: environment['LOG_LEVEL'] ?? 'info' },
    destination({ dest: STDERR, sync: true }),
  );
}
