import { existsSync } from 'node:fs';

import { findOnPath } from './find-on-path.js';
import { buildTemporalCli, goInstallCommand } from './install/build-temporal-cli.js';
import { defaultCacheDirectory, toCachedCliPath } from './install/cached-cli-path.js';
import { downloadTemporalCli } from './install/download-temporal-cli.js';
import { loadCliVersion } from './install/load-cli-version.js';
import { LocalTemporalError } from './local-temporal-error.js';
import { type Report } from './report-elapsed.js';
import { toReason } from './to-reason.js';

/** An executable Temporal CLI that has answered `--version`. */
export interface TemporalCli {
  /** Absolute path. */
  readonly path: string;
  /** The source of the executable. After `download` and `go install`, the next source is `cache`. */
  readonly source: 'path' | 'cache' | 'download' | 'go install';
}

export interface FindTemporalCliOptions {
  /** Receives slow steps and rejected executables. Default: no reports. */
  readonly report?: Report | undefined;
  /** Ends the search, and a running download or build, without leaving an incomplete executable. */
  readonly signal?: AbortSignal | undefined;
  /** Environment with PATH, the proxy and Go's settings. Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Default: {@link defaultCacheDirectory}. */
  readonly cacheDirectory?: string | undefined;
  /** Allows a download or build when there is none. Default: true. */
  readonly install?: boolean | undefined;
  /** The URL that must answer before a download is tried. Default: Temporal's download host. */
  readonly downloadProbeUrl?: string | undefined;
  /** Returns the URL of the module `@temporalio/testing`, which downloads. Default: the module beside this package. */
  readonly provideTesting?: (() => Promise<string>) | undefined;
}

interface Way {
  readonly source: TemporalCli['source'];
  readonly name: string;
  readonly installs: boolean;
  /** Returns the path of a working CLI, or throws an error whose message is a phrase. */
  readonly find: () => Promise<string>;
}

/**
 * Finds a Temporal CLI, or installs it. The order: `temporal` on PATH, this package's cache, the SDK's own download, a
 * build with Go. A CLI that does not run is skipped.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `cliNotFound` if every way has failed; the message lists the reasons, and gives advice
 */
export async function findTemporalCli(options: FindTemporalCliOptions = {}): Promise<TemporalCli> {
  const { signal, report = () => undefined, install = true } = options;
  const failures: string[] = [];
  for (const { source, name, installs, find } of toWays({ ...options, report })) {
    if (installs && !install) continue;
    signal?.throwIfAborted();
    try {
      return { path: await find(), source };
    } catch (error) {
      signal?.throwIfAborted();
      const failure = `${name}: ${toReason(error)}`;
      failures.push(failure);
      if (installs) report(failure);
    }
  }
  throw new LocalTemporalError('cliNotFound', toNotFoundMessage(failures));
}

function toWays(options: FindTemporalCliOptions & { readonly report: Report }): readonly Way[] {
  const { report, signal, environment = process.env } = options;
  const cached = toCachedCliPath(options.cacheDirectory ?? defaultCacheDirectory);
  const common = { destination: cached, environment, report, signal };
  return [
    {
      source: 'path',
      name: '`temporal` on PATH',
      installs: false,
      find: async () => {
        const path = await findOnPath('temporal', environment);
        if (path === undefined) throw new Error('not there');
        await verifyWorks(path, signal);
        return path;
      },
    },
    {
      source: 'cache',
      name: `cached ${cached}`,
      installs: false,
      find: async () => {
        await verifyWorks(cached, signal);
        return cached;
      },
    },
    {
      source: 'download',
      name: 'download by the Temporal SDK',
      installs: true,
      find: async () => {
        const { downloadProbeUrl: probeUrl, provideTesting } = options;
        await downloadTemporalCli({ ...common, probeUrl, provideTesting });
        return cached;
      },
    },
    {
      source: 'go install',
      name: goInstallCommand,
      installs: true,
      find: async () => {
        await buildTemporalCli(common);
        return cached;
      },
    },
  ];
}

async function verifyWorks(path: string, signal: AbortSignal | undefined): Promise<void> {
  if (!existsSync(path)) throw new Error('not there');
  try {
    await loadCliVersion(path, signal);
  } catch (error) {
    throw new Error(`${path} does not work: ${toReason(error)}`, { cause: error });
  }
}

function toNotFoundMessage(failures: readonly string[]): string {
  return [
    'There is no Temporal CLI to start a local Temporal Service with. Tried:',
    ...failures.map((failure) => `  - ${failure}`),
    'Do one of these, then try again:',
    '  - install the Temporal CLI: `brew install temporal`, or see https://docs.temporal.io/cli',
    '  - set TEMPORAL_ADDRESS to a Temporal Service that runs elsewhere',
    '  - start one in Docker: `docker compose -f docker-compose.temporal.yml up`',
    '  - install Go (https://go.dev/dl), with which the Temporal CLI is built here',
  ].join('\n');
}
