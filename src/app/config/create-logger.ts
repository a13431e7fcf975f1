import { destination, levels, pino } from 'pino';

import type { Logger } from '../../core/logger.js';

import { toTerminalLine } from './terminal-lines.js';

const STDERR = 2;
const LEVELS: readonly string[] = [...Object.keys(levels.values), 'silent'];

/**
 * Logs on standard error: standard output belongs to MCP messages in stdio mode. A terminal gets lines for people; all else gets one JSON object a line. `LOG_LEVEL` (`debug`, `info`, `warn`, `error`, `silent`) says how much; default `info`.
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
  const json = destination({ dest: STDERR, sync: true });
  if (!process.stderr.isTTY) return pino({ level }, json);
  return pino({ level }, { write: (line) => json.write(toTerminalLine(line)) });
}
