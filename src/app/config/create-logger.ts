import { destination, levels, pino } from 'pino';

import type { Logger } from '../../core/logger.js';

const STDERR = 2;
const LEVELS: readonly string[] = [...Object.keys(levels.values), 'silent'];

/**
 * Structured logs, one JSON object a line, on standard error: standard output belongs to MCP messages in stdio
 * mode. `LOG_LEVEL` (`debug`, `info`, `warn`, `error`, `silent`) says how much; default `info`.
 *
 * Payloads, tokens and secrets are never logged by this package; errors of the Temporal Client are, and may
 * quote server messages.
 *
 * @throws {Error} When `LOG_LEVEL` is no level.
 */
export function createLogger(environment: NodeJS.ProcessEnv = process.env): Logger {
  const level = environment['LOG_LEVEL'] ?? 'info';
  if (!LEVELS.includes(level)) {
    throw new Error(`LOG_LEVEL is "${level}". Set it to one of these: ${LEVELS.join(', ')}.`);
  }
  return pino({ level }, destination({ dest: STDERR, sync: true }));
}
