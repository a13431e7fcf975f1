/**
 * Cleans texts for a terminal. Workflows, models and clients may write control sequences that clear the screen, change
 * its title, fill the clipboard, reverse text, or add lines. Every text of theirs is printed through these functions.
 */
import { stripVTControlCharacters } from 'node:util';

import { HIDDEN, showHidden } from '../../core/value/quote.js';

/** Returns a text of several lines, safe for a terminal. */
export function cleanLines(text: string): string {
  const plain = stripVTControlCharacters(text).replace(/\r\n?/g, '\n').replace(/\t/g, '  ');
  return showHidden(plain);
}

/** Returns a text as one line, safe for a terminal. */
export function cleanLine(text: string): string {
  return cleanLines(text).replace(/\s+/g, ' ').trim();
}

/** JSON for a terminal: the same value, with escapes for characters that a terminal obeys. */
export function toCleanJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(HIDDEN, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_none, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
}
