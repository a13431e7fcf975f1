/** Lines for a terminal, folded between words at its width. Pipes and files get each text as one line. */
import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

import { Help } from 'commander';

import { cleanLine } from '../app/config/clean-text.js';

/**
 * Folds a text to a width, below itself.
 *
 * @param columns Width of the terminal. Absent: there is none, and the text stays one line.
 */
export function foldLine(lead: string, text: string, columns: number | undefined): string {
  if (columns === undefined) return `${lead}${text}`;
  const { length } = stripVTControlCharacters(lead);
  const folded = new Help().boxWrap(text, columns - length);
  return `${lead}${folded.replaceAll('\n', `\n${' '.repeat(length)}`)}`;
}

/** Prints one text. @param lead The beginning of its line in our own words, with colours and spaces perhaps. */
export function printLine(
  text: string,
  {
    lead = '',
    to = process.stdout,
  }: { readonly lead?: string | undefined; readonly to?: Writable | undefined } = {},
): void {
  const { columns } = to as { readonly columns?: number | undefined };
  to.write(`${foldLine(lead, cleanLine(text), columns)}\n`);
}
