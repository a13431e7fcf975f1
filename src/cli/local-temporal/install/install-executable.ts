import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { loadCliVersion } from './load-cli-version.js';

/**
 * Puts a Temporal CLI in its place, completely or not at all. `produce` writes it into an empty directory beside that
 * place and returns its path. If the CLI runs, one rename moves it.
 *
 * Several processes can install at once: afterwards, a complete executable is in place.
 *
 * @throws what `produce` throws
 * @throws {Error} if the produced file is no Temporal CLI that runs here, or cannot be moved
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
    // The compilers of an ended build may still write files.
    await rm(partial, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
