/**
 * Cleans texts for a terminal. Workflows, models and clients may write control sequences that clear the screen, change
 * its title, fill the clipboard, or reverse text. Every text of theirs is printed through these functions.
 */
import { stripVTControlCharacters } from 'node:util';

/** Control characters, and characters that change how others are shown. Line breaks are kept. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a text of several lines, safe for a terminal. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(OBEYED, (character) => (character === '\n' ? character : ''));
}

/** Returns a text as one line, safe for a terminal. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
