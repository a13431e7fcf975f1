import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { loadCliVersion } from './load-cli-version.js';

/**
 * Puts a Temporal CLI in its place, whole or not at all: `produce` writes it into an empty directory
 * beside the place and returns its path there; when it runs, one rename moves it.
 *
 * Several processes can install at once; each ends with a whole executable in place.
 *
 * @throws what `produce` throws
 * @throws {Error} when what it produced is no Temporal CLI that runs here, or cannot be put in place
 */
export async function installExecutable(
  destination: string,
  produce: (directory: string) => Promise<string>,
): Promise<void> {
  const directory = dirname(destination);
  await mkdir(directory, { recursive: true });
  const partial = await mkdtemp(join(directory, '.partial-'));
  try {
    const produced = await produce(partial);
    await loadCliVersion(produced);
    await rename(produced, destination);
  } finally {
    // An ended build's last compilers may still be writing.
    await rm(partial, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
