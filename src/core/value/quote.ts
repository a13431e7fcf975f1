import { CLIENT_LIMITS } from './client-limits.js';
import { cutText } from './cut-text.js';
import { toJson } from './exact-json.js';

/** Makes a text one short line, so that it cannot add lines to a message. */
export function toLine(text: string, maxLength: number): string {
  return cutText(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), maxLength);
}

/** Formats a value from outside for people. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : toJson(value);
  return toLine(text ?? '', CLIENT_LIMITS.quoted.most);
}

/** Quotes a text for a POSIX shell, if it needs that. */
export function inShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
