import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from '../find-on-path.js';
import { makeOnce } from '../make-once.js';

/** Time limit of pip on a machine that has no package yet. */
const PREPARATION_TIMEOUT_MS = 10 * 60_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

const run = promisify(execFile);

/**
 * Makes a virtual environment with the packages of a requirements file in the user's cache folder, unless it is there.
 *
 * @param name Path of the environment below the cache folder.
 * @returns Its Python, or `undefined` if the machine has no Python or no network.
 */
export async function preparePython(
  name: string,
  requirements: string,
): Promise<string | undefined> {
  const python = findOnPath('python3') ?? findOnPath('python');
  if (python === undefined) return undefined;
  try {
    const { stdout: version } = await run(python, ['--version']);
    const made = await makeOnce(name, {
      inputs: [version, await readFile(requirements)],
      make: async (target) => {
        const options = { timeout: PREPARATION_TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
        await run(python, ['-m', 'venv', target], options);
        const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--only-binary', ':all:'];
        await run(join(target, 'bin/python'), [...pip, '--requirement', requirements], options);
      },
    });
    return join(made, 'bin/python');
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string };
    process.stderr.write(`${basename(name)} cannot be prepared:\n${stderr}\n`);
    return undefined;
  }
}
