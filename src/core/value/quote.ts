import { CLIENT_LIMITS } from './client-limits.js';
import { cutText } from './cut-text.js';
import { toJson } from './exact-json.js';

/** Characters that readers do not see, or that change how others are shown: controls, bidirectional, of no width. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Line breaks and tabs, which a line has no place for. */
const BREAKS = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu;
/** Joiners that people see by their effect: in emoji, and between letters of scripts that need them. */
const JOINING =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\u{fe0f}|(?<=[0-9#*])\u{fe0f}(?=\u{20e3})|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}\p{M}])[\u{200c}\u{200d}](?=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}\p{sc=Sinh}])/gu;

/** Longest quotation for a model, in characters. A model may have to answer the quoted question. */
const MAX_QUOTED_LENGTH = 1_000;
/** Characters that may close a quotation. */
const MARKS = /["\u201c-\u201f\u00ab\u00bb\uff02]/g;

function toEscape(character: string): string {
  return /[\n\t]/.test(character)
    ? character
    : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/**
 * Shows a text of somebody else so that readers see what it has: hidden characters as `\u{202E}`. Line breaks and tabs
 * stay. Pages, terminals, models, chats and receipts show foreign texts through this function.
 */
export function showHidden(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const joiners = new Set(Array.from(lines.matchAll(JOINING), ({ index }) => index));
  return lines.replace(HIDDEN, (character, at: number) =>
    joiners.has(at) ? character : toEscape(character),
  );
}

/** Makes a value one short line in which hidden characters are seen, so that it cannot add lines to a message. */
export function toLine(value: unknown, maxLength: number = CLIENT_LIMITS.quoted.most): string {
  const text = typeof value === 'string' ? value : (toJson(value) ?? '');
  return cutText(showHidden(text.replace(BREAKS, ' ')), maxLength);
}

/** One word, or a number with its unit: nobody takes it for a part of the sentence around it. */
const WORD = /^[\p{L}\p{M}\p{N}_@%+=:,./$€#&*()-]*$/u;

/**
 * Writes a value of a caller into a sentence that people decide on. More than a word stands in quotation marks, which
 * the value cannot close: so a value cannot add a sentence.
 */
export function markOff(value: unknown): string {
  const line = toLine(value);
  return typeof value !== 'string' || WORD.test(line) ? line : `"${line.replace(MARKS, "'")}"`;
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
