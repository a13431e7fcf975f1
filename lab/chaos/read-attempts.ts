import { readFile } from 'node:fs/promises';

import type { Attempt } from './audit/evidence.js';

/** Reads the attempts that Workers began, from their file. */
export async function readAttempts(path: string): Promise<Attempt[]> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  // A killed Worker may leave half a line, which is skipped.
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Attempt];
    } catch {
      return [];
    }
  });
}
