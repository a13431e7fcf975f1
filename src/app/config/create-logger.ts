import { destination, levels, pino } from 'pino';

import type { Logger } from '../../core/logger.js';
import { isRecord } from '../../core/value/is-record.js';

import { cleanLine } from './clean-text.js';

const COLORS: Readonly<Record<number, string>> = { 40: '33', 50: '31', 60: '31' };
const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
/** Members of a log line that are hidden on a terminal, or shown in another way. */
const HIDDEN: readonly string[] = ['level', 'time', 'pid', 'hostname', 'msg', 'err'];

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cleanLine(text);
}

/** The convention of https://no-color.org: any value but an empty one. */
function isColored(): boolean {
  return (process.env['NO_COLOR'] ?? '') === '';
}

function paint(text: string, color: string | undefined): string {
  return color === undefined || !isColored() ? text : `\u001b[${color}m${text}\u001b[0m`;
}

/** Formats a JSON log line for a terminal: time, message, fields. A line that is not JSON stays unchanged. */
export function toTerminalLine(line: string): string {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  if (!isRecord(entry)) return line;
  const { level, time, msg, err } = entry;
  const code = typeof level === 'number' ? level : 0;
  const at = new Date(typeof time === 'number' ? time : Date.now()).toLocaleTimeString('sv-SE');
  const name = (NAMES[code] ?? '').padEnd(5);
  const fields = Object.entries(entry)
    .filter(([key]) => !HIDDEN.includes(key))
    .map(([key, value]) => `${key}=${toText(value)}`);
  const reason = isRecord(err) ? [`(${toText(err['message'] ?? 'unknown error')})`] : [];
  const text = [paint(name, COLORS[code]), toText(msg ?? ''), ...reason, ...fields].join(' ');
  return `${paint(at, '2')} ${text}\n`;
}

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
