import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { FileWatcher } from '../../../src/cli/watch-files.js';
import { silentLogger } from '../../../src/core/logger.js';
import { eventually } from '../../support/eventually.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

let watcher: FileWatcher | undefined;
let folder: TestFolder | undefined;

afterEach(async () => {
  watcher?.close();
  await folder?.remove();
});

async function watchOne(): Promise<{
  path: string;
  until: (changes: number) => Promise<void>;
  changes: () => number;
}> {
  folder = await createTestFolder({ 'a.yaml': 'one' });
  const path = join(folder.path, 'a.yaml');
  let changes = 0;
  watcher = new FileWatcher({
    paths: () => [path],
    onChange: async () => {
      changes += 1;
      return Promise.resolve();
    },
    logger: silentLogger,
  });
  await watcher.ready;
  return {
    path,
    changes: () => changes,
    until: async (least) => {
      await eventually('a change', () => changes >= least);
    },
  };
}

describe('FileWatcher', () => {
  it('leaves other files of the folder alone', async () => {
    const { path, changes, until } = await watchOne();

    await writeFile(`${path}.log`, 'noise');
    await writeFile(path, 'two, longer');
    await until(1);

    expect(changes()).toBe(1);
  });
});
