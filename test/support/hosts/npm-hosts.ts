import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { makeOnce } from '../make-once.js';

import { HOST_TIMEOUT_MS, type HostErrand, type HostReport } from './host-report.js';

/** A folder with the `package.json` of hosts that can be installed side by side. */
export type NpmEnvironment = 'npm' | 'npm-mastra-0';

const folderOf = (environment: NpmEnvironment): string =>
  fileURLToPath(new URL(`${environment}/`, import.meta.url));
const MANIFEST_FILES = ['package.json', 'package-lock.json'] as const;
const INSTALL_TIMEOUT_MS = 5 * 60_000;

const run = promisify(execFile);

const installations = new Map<NpmEnvironment, Promise<string | undefined>>();

async function install(environment: NpmEnvironment): Promise<string | undefined> {
  const folder = folderOf(environment);
  const inputs = await Promise.all(
    MANIFEST_FILES.map(async (name) => readFile(join(folder, name))),
  );
  try {
    return await makeOnce(join('hosts', environment), {
      inputs,
      make: async (target) => {
        for (const name of MANIFEST_FILES) await cp(join(folder, name), join(target, name));
        const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
        await run('npm', args, { cwd: target, timeout: INSTALL_TIMEOUT_MS });
      },
    });
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string };
    process.stderr.write(`The hosts of ${environment} cannot be installed:\n${stderr}\n`);
    return undefined;
  }
}

/**
 * Installs the packages of a `package.json` into the user's cache folder, unless they are there.
 *
 * @returns The folder with their `node_modules`, or `undefined` without a network.
 */
export async function prepareNpmHosts(environment: NpmEnvironment): Promise<string | undefined> {
  const installation = installations.get(environment) ?? install(environment);
  installations.set(environment, installation);
  return installation;
}

/** A host of npm. */
export interface NpmHost {
  /** A file of `npm/`. */
  readonly script: string;
  /** Path of the client's module, below `node_modules`. */
  readonly module: string;
}

/**
 * Runs all scenarios of a host.
 *
 * @param installed The result of {@link prepareNpmHosts}.
 * @throws {Error} With the output of the host, if it cannot connect.
 */
export async function runNpmHost(
  installed: string,
  { script, module }: NpmHost,
  { url, shared }: HostErrand,
): Promise<HostReport> {
  const path = pathToFileURL(join(installed, 'node_modules', module)).href;
  const args = [join(folderOf('npm'), script), url, path, JSON.stringify(shared)];
  const { stdout } = await run(process.execPath, args, { timeout: HOST_TIMEOUT_MS });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as HostReport;
}
