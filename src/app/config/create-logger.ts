import { destination, levels, pino } from 'pino';

import type { Logger } from '../../core/logger.js';

import { toTerminalLine } from './terminal-lines.js';

const STDERR = 2;
const LEVELS: readonly string[] = [...Object.keys(levels.values), 'silent'];

/**
 * Creates the log on standard error, since standard output carries MCP messages in stdio mode: lines for people on a
 * terminal, otherwise one JSON object a line. `LOG_LEVEL` (`debug`, `info`, `warn`, `error`, `silent`) sets the level;
 * default `info`.
 *
 * This package never logs payloads, tokens or secrets. It logs errors of the Temporal Client, which may quote server
 * messages.
 *
 * @throws {Error} If `LOG_LEVEL` is invalid.
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
