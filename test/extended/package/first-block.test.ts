/** README's first block, in a clean clone with an empty home. Without a registry the suite is skipped. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readBlocks } from '../../support/documents.js';
import { canInstall } from '../../support/package/install-package.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const TIMEOUT_MS = 20 * 60_000;
const describeWithRegistry = (await canInstall()) ? describe : describe.skip;

/** What is added to a command of README so that it ends soon. `.ci/run` runs all tests of a clean clone. */
const ADDED: Readonly<Record<string, string>> = {
  'npm run demo': '-- --once --port 0',
  'npm test': '-- old-node',
};

describeWithRegistry('the first block of README in a clean clone', () => {
  const [block] = readBlocks('README.md');
  const commands = (block?.code ?? '').split('\n').map((line) => line.replace(/\s*#.*/, ''));
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clone-'));
    await run('git', ['clone', '--quiet', root, join(folder, 'clone')]);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(commands.filter((command) => command !== ''))(
    'runs: %s',
    async (command) => {
      const options = {
        cwd: join(folder, 'clone'),
        env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
        timeout: TIMEOUT_MS,
      };

      const ended = run('sh', ['-c', `${command} ${ADDED[command]}`], options);

      await expect(ended).resolves.toBeDefined();
    },
    TIMEOUT_MS,
  );
});
