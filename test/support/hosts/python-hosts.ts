import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { preparePython } from '../languages/prepare-python.js';

import { HOST_TIMEOUT_MS, type HostErrand, type HostReport } from './host-report.js';

/** The packages of a host. The two versions of MCP's SDK cannot share an environment. */
export type PythonEnvironment = 'mcp1' | 'mcp2';

const folder = fileURLToPath(new URL('python/', import.meta.url));
const MAX_OUTPUT = 16 * 1024 * 1024;

const run = promisify(execFile);

/** Returns a Python with the packages of a host, or `undefined` if they cannot be installed. */
export async function preparePythonHosts(
  environment: PythonEnvironment,
): Promise<string | undefined> {
  const requirements = join(folder, `requirements-${environment}.txt`);
  return preparePython(join('hosts', `python-${environment}`), requirements);
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
