import { readFile } from 'node:fs/promises';

import type { Attempt } from './audit/evidence.js';

/** What Workers have really begun, of the file that they write. */
export async function readAttempts(path: string): Promise<Attempt[]> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  // A Worker that was killed may have written half of its last line, before another's.
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Attempt];
    } catch {
      return [];
    }
  });
}
