import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findOnPath } from '../find-on-path.js';
import { makeOnce } from '../make-once.js';

import { HOST_TIMEOUT_MS, type HostErrand, type HostReport } from './host-report.js';

/** The packages of a host. The two versions of MCP's SDK cannot share an environment. */
export type PythonEnvironment = 'mcp1' | 'mcp2';

/** Time limit of pip on a machine that has no package yet. */
const PREPARATION_TIMEOUT_MS = 10 * 60_000;

const folder = fileURLToPath(new URL('python/', import.meta.url));
const MAX_OUTPUT = 16 * 1024 * 1024;

const run = promisify(execFile);

/**
 * Makes a virtual environment with the packages of its requirements file in the user's cache folder, unless it is there.
 *
 * @returns Its Python, or `undefined` if the machine has no Python or no network.
 */
export async function preparePythonHosts(
  environment: PythonEnvironment,
): Promise<string | undefined> {
  const python = findOnPath('python3') ?? findOnPath('python');
  if (python === undefined) return undefined;
  const requirements = join(folder, `requirements-${environment}.txt`);
  try {
    const { stdout: version } = await run(python, ['--version']);
    const made = await makeOnce(join('hosts', `python-${environment}`), {
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
    process.stderr.write(`The Python hosts of ${environment} cannot be prepared:\n${stderr}\n`);
    return undefined;
  }
}

/**
 * Runs a script, and returns the JSON on the last line of its output.
 *
 * @param python The result of {@link preparePythonHosts}.
 * @param script A file of `python/`.
 * @throws {Error} With the output of the script, if it fails.
 */
export async function runPythonScript(
  python: string,
  script: string,
  { url, shared }: { readonly url: string; readonly shared: object },
): Promise<unknown> {
  const { stdout } = await run(python, [join(folder, script), url, JSON.stringify(shared)], {
    cwd: folder,
    env: {
      ...process.env,
      // Python writes compiled files to the cache folder, outside this repository.
      PYTHONPYCACHEPREFIX: join(dirname(python), '../pycache'),
      // Disables telemetry and checks for newer versions.
      OPENAI_AGENTS_DISABLE_TRACING: '1',
      FASTMCP_CHECK_FOR_UPDATES: 'off',
      LANGSMITH_TRACING: 'false',
    },
    timeout: HOST_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as unknown;
}

/** Runs all scenarios of a host. Parameters and errors are those of {@link runPythonScript}. */
export async function runPythonHost(
  python: string,
  script: string,
  errand: HostErrand,
): Promise<HostReport> {
  return (await runPythonScript(python, script, errand)) as HostReport;
}
