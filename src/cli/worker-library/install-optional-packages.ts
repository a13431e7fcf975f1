import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { type Report, reportElapsed } from '../local-temporal/report-elapsed.js';
import { runCommand } from '../local-temporal/run-command.js';
import { toReason } from '../local-temporal/to-reason.js';

import {
  installCommand,
  OPTIONAL_PACKAGES,
  temporalVersion,
  toPackagesDirectory,
} from './optional-packages.js';

export interface InstallOptions {
  readonly report: Report;
  /** Ends a running installation. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the user's cache directory. */
  readonly cacheDirectory?: string | undefined;
  /** Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Time limit of npm, in milliseconds. Default: 10 minutes, for 60 MB over a slow network. */
  readonly timeoutMs?: number | undefined;
}

/** Matches npm's first line with a reason. Lines before it have codes. */
const NPM_REASON = /^npm (?:error|ERR!) (?!code |errno |syscall )(.+?)\.?$/;

/** Returns the command that runs npm: its script, since Windows starts `npm.cmd` only through a shell. */
function findNpm(environment: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const beside = dirname(process.execPath);
  const scripts = [
    environment['npm_execpath'] ?? '',
    resolve(beside, 'node_modules/npm/bin/npm-cli.js'),
    resolve(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ];
  const script = scripts.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  return script === undefined ? ['npm'] : [process.execPath, script];
}

async function runNpm(directory: string, options: InstallOptions): Promise<void> {
  const { environment = process.env, signal, timeoutMs = 10 * 60_000 } = options;
  const [command, ...script] = findNpm(environment);
  const args = [
    ...['install', '--prefix', directory, '--no-global', '--no-audit', '--no-fund'],
    // Packages must not run code during the installation.
    '--ignore-scripts',
    ...OPTIONAL_PACKAGES.map((name) => `${name}@${temporalVersion}`),
  ];
  let reason: string | undefined;
  try {
    await runCommand(command, [...script, ...args], {
      environment,
      signal,
      timeoutMs,
      onErrorLine: (line) => {
        reason ??= NPM_REASON.exec(line)?.[1];
      },
    });
  } catch (error) {
    // The error has npm's last line, which only names npm's log file.
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** Moves a complete folder into its place. If another process was faster, its folder stays. */
async function putInPlace(folder: string, destination: string): Promise<void> {
  try {
    await rename(folder, destination);
  } catch (error) {
    if (!existsSync(join(destination, 'node_modules'))) throw error;
  }
}

/**
 * Installs the optional packages into the cache, completely or not at all. Several processes may install at once.
 *
 * @throws the signal's reason when aborted
 * @throws {Error} if npm fails; the message gives the command that installs them into a project
 */
export async function installOptionalPackages(options: InstallOptions): Promise<void> {
  const { report, signal } = options;
  const destination = toPackagesDirectory(options.cacheDirectory);
  report(`Installing Temporal's Worker ${temporalVersion} (220 MB), once, into ${destination} …`);
  try {
    await mkdir(dirname(destination), { recursive: true });
    const partial = await mkdtemp(join(dirname(destination), '.partial-'));
    try {
      await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
      await reportElapsed(
        { report, toLine: (seconds) => `  … ${seconds} s`, everyMs: 5_000 },
        async () => runNpm(partial, options),
      );
      await putInPlace(partial, destination);
      report("Installed Temporal's Worker.");
    } finally {
      await rm(partial, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(
      `Temporal's Worker cannot be installed: ${toReason(error)}. Install it in your project: ${installCommand}. Or run Workers elsewhere: dev --no-worker.`,
      { cause: error },
    );
  }
}
