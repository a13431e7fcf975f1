/**
 * Workflows, models and clients write texts that a terminal would obey: sequences that clear the screen, change its title,
 * fill the clipboard, or write backwards. Nothing of theirs is printed but through here.
 */
import { stripVTControlCharacters } from 'node:util';

/** Control characters and those that change how others are shown, apart from line breaks. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Of these, what JSON leaves as it is. */
const LEFT_BY_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of some lines as a terminal may show it. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(OBEYED, (character) => (character === '\n' ? character : ''));
}

/** A text as one line that a terminal may show. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** A value as JSON that is the same to a program, and that a terminal may show. */
export function toCleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(LEFT_BY_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
