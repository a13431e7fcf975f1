import { CLIENT_LIMITS } from './client-limits.js';
import { cutText } from './cut-text.js';
import { toJson } from './exact-json.js';

/** Characters that readers do not see, or that change how others are shown: controls, bidirectional, of no width. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Longest quotation for a model, in characters. A model may have to answer the quoted question. */
const MAX_QUOTED_LENGTH = 1_000;
/** Characters that may close a quotation. */
const MARKS = /["\u201c-\u201f\u00ab\u00bb\uff02]/g;

/** Removes control characters from a text of several lines, except for line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Makes a value one short line without hidden characters, so that it cannot add lines to a message. */
export function toLine(value: unknown, maxLength: number = CLIENT_LIMITS.quoted.most): string {
  const text = typeof value === 'string' ? value : (toJson(value) ?? '');
  return cutText(text.replace(BREAKS, ' ').replace(HIDDEN, ''), maxLength);
}

/**
 * Quotes a text that is not the server's own in a message to a model: one line, at most 1,000 characters, in marks that
 * the text cannot close. So a model can tell data from what the server says.
 */
export function quote(text: string): string {
  return `"${toLine(text, MAX_QUOTED_LENGTH).replace(MARKS, "'")}"`;
}

/** An ID or a name in a message to a model: as it is if it is plain, otherwise quoted. */
export function quoteName(name: string): string {
  return /^[\w@%+=:,./{}$-]{1,1000}$/.test(name) ? name : quote(name);
}

/** Quotes a text for a POSIX shell, if it needs that. */
export function inShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
