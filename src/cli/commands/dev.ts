import { existsSync } from 'node:fs';

import { type Command, Option } from 'commander';

import { createLogger } from '../../app/config/create-logger.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { packageInfo } from '../../app/config/package-info.js';
import { createCommand } from '../create-command.js';
import { describeDevSetup } from '../describe-dev-setup.js';
import { PACKAGED_MANIFEST } from '../dev-manifest.js';
import type { WorkerFlags } from '../dev-workers.js';
import { provideLocalTemporal } from '../local-temporal.js';
import {
  addExamples,
  addHttpFlags,
  addManifestFlag,
  addSecretsHelp,
  addTemporalFlags,
  addWatchFlag,
  DEFAULT_MANIFEST,
  EXAMPLES_TASK_QUEUE,
  type HttpFlags,
  type ManifestFlags,
  parsePort,
  type TemporalFlags,
  toTemporalOptions,
  type WatchFlags,
} from '../options.js';
import { type DevTemporal, report, startDev } from '../start-dev.js';
import { toTyped } from '../this-program.js';
import { untilStopped } from '../until-stopped.js';

const DEFAULT_TEMPORAL_PORT = 7233;

interface DevFlags extends TemporalFlags, ManifestFlags, HttpFlags, WatchFlags, WorkerFlags {
  readonly temporalPort: number;
  readonly uiPort?: number | undefined;
  readonly data?: string | undefined;
}

/**
 * Returns the file with the local Temporal's state, below the current directory. Tasks survive a restart. Each port has
 * its own file, since a dev server locks its file.
 */
function defaultDatabase(port: number): string {
  return `.temporal/dev-${port}.db`;
}

/** Provides the Temporal Service of the flags, the environment and the profile, else a local one. */
async function provideTemporal(flags: DevFlags, signal: AbortSignal): Promise<DevTemporal> {
  const options = toTemporalOptions(flags);
  const configured = await loadTemporalSettings(options);
  const local = await provideLocalTemporal({
    configuredAddress: configured.isConfigured ? configured.connection.address : undefined,
    port: flags.temporalPort,
    uiPort: flags.uiPort,
    namespace: configured.namespace,
    databasePath: flags.data ?? defaultDatabase(flags.temporalPort),
    report,
    signal,
  });
  const { address, namespace } = local;
  return { local, settings: await loadTemporalSettings({ ...options, address, namespace }) };
}

function toManifestPaths({ manifest }: DevFlags): readonly string[] {
  const isPackaged = manifest.join() === DEFAULT_MANIFEST && !existsSync(DEFAULT_MANIFEST);
  return isPackaged ? [PACKAGED_MANIFEST] : manifest;
}

async function dev(flags: DevFlags): Promise<void> {
  const manifestPaths = toManifestPaths(flags);
  const started = await startDev({
    ...flags,
    manifestPaths,
    again: toTyped(['dev']),
    logger: createLogger(),
    provideTemporal: async (signal) => provideTemporal(flags, signal),
  });
  if (!started) return;
  const { manifest, local, served, ended, stops } = started;
  report(
    describeDevSetup(
      {
        version: packageInfo.version,
        mcpUrl: served.url,
        inboxUrl: served.inboxUrl,
        local,
        manifest,
        manifestPaths,
        taskQueue: flags.worker ? EXAMPLES_TASK_QUEUE : undefined,
      },
      process.stderr.columns,
    ),
  );
  await untilStopped(stops, ended, flags.drainTime);
}

/** `dev`: a local Temporal, the examples' worker and the MCP server, in one command. */
export function createDevCommand(): Command {
  const command = createCommand('dev')
    .addOption(
      new Option('--temporal-port <number>', 'where a local Temporal is looked for or started')
        .default(DEFAULT_TEMPORAL_PORT)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--ui-port <number>', 'Temporal Web UI (default: Temporal port + 1000)').argParser(
        parsePort,
      ),
    )
    .option('--data <path>', 'SQLite file of the local Temporal (default: .temporal/dev-<port>.db)')
    .option('--no-worker', 'start no worker: yours polls the Task Queues of the manifest');
  return addExamples(
    addSecretsHelp(addHttpFlags(addTemporalFlags(addWatchFlag(addManifestFlag(command))))),
    'dev',
    'dev --no-worker --watch --manifest tools.yaml',
  ).action(dev);
}
