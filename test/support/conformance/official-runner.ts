import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findNode } from '../find-node.js';
import { makeOnce } from '../make-once.js';

/** Its `package.json` names the version of the runner. */
const manifests = fileURLToPath(new URL('../official-runner/', import.meta.url));
const MANIFEST_FILES = ['package.json', 'package-lock.json'] as const;
/** The runner needs 22 or newer, and this repository 20. */
const RUNNERS_NODE = 22;
const INSTALL_TIMEOUT_MS = 10 * 60_000;
/** Time limit for all scenarios of a revision, which take seconds. */
const RUN_TIMEOUT_MS = 3 * 60_000;
/** Longer than the slowest scenario on a loaded machine; it waits 10 s until a cancelled task settles. */
const SCENARIO_TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** One check of a scenario, as the runner reports it. */
export interface OfficialCheck {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
  readonly details?: unknown;
}

/** The results of one scenario. */
export interface OfficialScenario {
  readonly name: string;
  readonly checks: readonly OfficialCheck[];
}

/** In place of the report that a scenario leaves out when it throws. */
const BROKE_OFF: OfficialCheck = {
  id: 'runs-to-its-end',
  name: 'RunsToItsEnd',
  description: 'The scenario runs to its end',
  status: 'FAILURE',
  errorMessage: 'The scenario broke off and left no report.',
};

let installation: Promise<string> | undefined;

/**
 * Installs the official conformance runner into the user's cache folder, from the npm registry, unless it is there.
 *
 * @returns The folder with its `node_modules`.
 */
export async function installOfficialRunner(): Promise<string> {
  installation ??= install();
  return installation;
}

/** The files and the platform that determine the installation. */
export async function officialRunnerInputs(): Promise<(string | Buffer)[]> {
  const inputs = MANIFEST_FILES.map(async (name) => readFile(join(manifests, name)));
  return [`${process.platform}-${process.arch}`, ...(await Promise.all(inputs))];
}

async function install(): Promise<string> {
  return makeOnce('official-runner', {
    inputs: await officialRunnerInputs(),
    make: async (folder) => {
      for (const name of MANIFEST_FILES) await cp(join(manifests, name), join(folder, name));
      // No package needs its scripts, and code of a test tool should not run at its installation.
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      const options = { cwd: folder, timeout: INSTALL_TIMEOUT_MS };
      await promisify(execFile)('npm', args, options).catch((error: unknown) => {
        const { stderr = '' } = error as { stderr?: string };
        const message = `The official conformance runner cannot be installed from the npm registry:\n${stderr}`;
        throw new Error(message, { cause: error });
      });
    },
  });
}

/**
 * Runs all server scenarios of the official runner for a protocol revision, extensions included.
 *
 * @throws {Error} If the runner itself fails. Failed checks are no error.
 */
export async function runOfficialScenarios(
  url: string,
  revision: '2025-11-25' | '2026-07-28',
): Promise<OfficialScenario[]> {
  const folder = await installOfficialRunner();
  const reports = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const main = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const args = [main, 'server', '--url', url, '--requirements', revision];
    const node = await findNode(RUNNERS_NODE);
    if (node === undefined) {
      throw new Error(
        `The official conformance runner needs Node ${RUNNERS_NODE}, and npm has none.`,
      );
    }
    await promisify(execFile)(
      node,
      [...args, '--timeout', String(SCENARIO_TIMEOUT_MS), '--output-dir', reports],
      { timeout: RUN_TIMEOUT_MS, maxBuffer: MAX_OUTPUT },
    ).catch((error: unknown) => {
      // The runner exits with 1 after a failed check, which the tests report.
      if ((error as { code?: unknown }).code !== 1) throw error;
    });
    return await readReports(reports);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

async function readReports(folder: string): Promise<OfficialScenario[]> {
  const reading = (await readdir(folder)).map(async (report) => {
    const checks = await readFile(join(folder, report, 'checks.json'), 'utf8').catch(
      () => undefined,
    );
    // The runner adds its command before the name, and the time behind it.
    const name = report.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    return {
      name,
      checks: checks === undefined ? [BROKE_OFF] : (JSON.parse(checks) as OfficialCheck[]),
    };
  });
  const scenarios = await Promise.all(reading);
  return scenarios.sort((one, other) => (one.name < other.name ? -1 : 1));
}
