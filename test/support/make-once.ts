import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultCacheDirectory } from '../../src/local-temporal/cached-cli-path.js';

/** Something that is made from files of this repository with tools from outside. */
export interface Making {
  /** All that decides what {@link Making.make} makes. */
  readonly inputs: readonly (string | Buffer)[];
  /** Makes what is needed in a folder that is there and empty. It is moved to another place afterwards. */
  readonly make: (folder: string) => Promise<void>;
}

/**
 * Makes something in the user's cache folder, unless it is there already for the same inputs.
 *
 * @param name What is made, as a path below the cache folder.
 * @returns The folder that it is in.
 * @throws whatever {@link Making.make} throws; nothing is left of it then
 */
export async function makeOnce(name: string, { inputs, make }: Making): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input).update('\0');
  const folder = join(defaultCacheDirectory, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;

  // Renamed into place, so that a process that looks at the same moment never finds half of it.
  const unfinished = `${folder}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await make(unfinished);
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
