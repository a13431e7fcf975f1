import { join } from 'node:path';

import { findOnPath } from '../find-on-path.js';
import { type Report, reportElapsed } from '../report-elapsed.js';
import { runCommand } from '../run-command.js';

import { temporalCliVersion } from './cached-cli-path.js';
import { installExecutable } from './install-executable.js';

/** The command, as a person would type it. */
export const goInstallCommand = `go install github.com/temporalio/cli/cmd/temporal@${temporalCliVersion}`;

export interface BuildTemporalCliOptions {
  /** Path of the executable. */
  readonly destination: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit of the build, in milliseconds.
   * Default: 20 minutes, since Go downloads 280 MB of modules, perhaps over a slow network.
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two lines of progress. */
  readonly progressEveryMs?: number | undefined;
}

/**
 * Builds the Temporal CLI from its Go module and puts it in place.
 *
 * @throws the signal's reason when aborted
 * @throws {Error} if `go` is missing or fails; the message is a phrase that gives the reason
 */
export async function buildTemporalCli(options: BuildTemporalCliOptions): Promise<void> {
  const { destination, environment, report, signal, timeoutMs = 20 * 60_000 } = options;
  const go = await findOnPath('go', environment);
  if (go === undefined) throw new Error('`go` is not on PATH');

  report(
    `Building the Temporal CLI with Go, once; this takes 2 to 5 minutes (${goInstallCommand}) …`,
  );
  let modules = 0;
  const build = async (directory: string): Promise<string> => {
    await runCommand(go, toGoArguments(), {
      timeoutMs,
      signal,
      environment: {
        ...environment,
        GOBIN: directory,
        // If Go is killed, it leaves a gigabyte in its temporary directory.
        GOTMPDIR: directory,
        // The CLI is pure Go: without cgo, the build needs no C compiler.
        CGO_ENABLED: '0',
      },
      onErrorLine: (line) => {
        if (line.startsWith('go: downloading ')) modules += 1;
      },
    });
    return join(directory, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
  };
  await reportElapsed(
    {
      report,
      toLine: (seconds) => `  … ${seconds} s, ${modules} modules downloaded`,
      everyMs: options.progressEveryMs,
    },
    () => installExecutable(destination, build),
  );
  report(`Built the Temporal CLI: ${destination}`);
}

function toGoArguments(): string[] {
  // Flags of the CLI's releases: they strip symbols (a third smaller) and set the version.
  const version = `github.com/temporalio/cli/temporalcli.Version=${temporalCliVersion.slice(1)}`;
  const module = `github.com/temporalio/cli/cmd/temporal@${temporalCliVersion}`;
  return ['install', '-ldflags', `-s -w -X ${version}`, module];
}
