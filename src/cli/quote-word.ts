import { inShell } from '../core/value/quote.js';

/**
 * A word of a command line, with quotes where a shell would change it. On Windows, both cmd and PowerShell take double
 * quotes. No path there has such a mark.
 */
export function quoteWord(word: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return inShell(word);
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
