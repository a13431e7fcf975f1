import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Command, Option } from 'commander';

import { cleanText } from '../../app/config/clean-text.js';
import { connectTemporal, type TemporalSettings } from '../../app/config/connect-temporal.js';
import { createLogger } from '../../app/config/create-logger.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { packageInfo } from '../../app/config/package-info.js';
import { createTaskServer } from '../../app/server/create-task-server.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import type { Logger } from '../../core/logger.js';
import type { Manifest } from '../../manifest/manifest.js';
import {
  needsOwnerAttribute,
  registerOwnerAttribute,
} from '../../temporal/list/owner-attribute.js';
import { LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import { createCommand } from '../create-command.js';
import { describeDevSetup } from '../describe-dev-setup.js';
import { toDevManifest, withInboxAt } from '../dev-manifest.js';
import {
  prepareWorkers,
  startWorkers,
  wantsSystemWorker,
  type WorkerFlags,
} from '../dev-workers.js';
import { createManifestLoader } from '../load-tools.js';
import { type LocalTemporal, provideLocalTemporal } from '../local-temporal.js';
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
  toWebOptions,
  type WatchFlags,
} from '../options.js';
import { type Listen, type Served, restartOnChange } from '../restart-on-change.js';
import { abortOnSignal, Startup } from '../startup.js';
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
/** The manifest of the packaged examples, for a directory without a manifest. */
const PACKAGED_MANIFEST = fileURLToPath(
  new URL(`../../../../${DEFAULT_MANIFEST}`, import.meta.url),
);

interface ServedParts {
  readonly manifest: Manifest;
  /** The manifest of the Workers. */
  readonly first: Manifest;
  readonly temporal: TemporalSettings;
  readonly logger: Logger;
}

function report(line: string): void {
  process.stderr.write(`${cleanText(line)}\n`);
}

async function startTemporal(flags: DevFlags, signal: AbortSignal): Promise<LocalTemporal> {
  const settings = await loadTemporalSettings(toTemporalOptions(flags));
  const { address } = settings.connection;
  return provideLocalTemporal({
    configuredAddress: settings.isConfigured ? address : undefined,
    port: flags.temporalPort,
    uiPort: flags.uiPort,
    namespace: settings.namespace,
    databasePath: flags.data ?? defaultDatabase(flags.temporalPort),
    report,
    signal,
  });
}

/** Registers the Search Attribute that lists need for tools with Workflow IDs of their own. */
async function prepareNamespace({ tools }: Manifest, temporal: TemporalSettings): Promise<void> {
  if (!needsOwnerAttribute(tools)) return;
  const { client, close } = connectTemporal(temporal);
  try {
    await registerOwnerAttribute(client);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(
      `The Search Attribute of tools with Workflow IDs of their own could not be registered: ${reason}`,
    );
  } finally {
    await close();
  }
}

/** The Workers keep the first manifest. */
async function createMcpServer(
  flags: DevFlags,
  { manifest, first, temporal, logger }: ServedParts,
): Promise<Listen> {
  await prepareNamespace(manifest, temporal);
  if (wantsSystemWorker(manifest) && !wantsSystemWorker(first)) {
    report('cancel.terminateAfter needs another Worker. Restart dev to get it.');
  }
  const taskServer = await createTaskServer({
    manifest,
    temporal,
    canList: LOOPBACK_HOSTS.includes(flags.host),
    ...toWebOptions(flags),
    logger,
  });
  return async (port = flags.port) =>
    taskServer.listen({ ...flags, port, drainMs: flags.drainTime });
}

function toManifestPaths({ manifest }: DevFlags): readonly string[] {
  const isPackaged = manifest.join() === DEFAULT_MANIFEST && !existsSync(DEFAULT_MANIFEST);
  return isPackaged ? [PACKAGED_MANIFEST] : manifest;
}

async function announceStop(): Promise<void> {
  report('Stopping …');
  return Promise.resolve();
}

function failWhenEnded({ exited }: LocalTemporal): readonly Promise<never>[] {
  const failing = exited?.then(() => {
    throw new Error(`The local Temporal has ended. Start again with: ${toTyped(['dev'])}`);
  });
  return failing ? [failing] : [];
}

async function dev(flags: DevFlags): Promise<void> {
  const manifestPaths = toManifestPaths(flags);
  const loader = createManifestLoader(manifestPaths);
  const manifest = await loader.load();
  const startup = new Startup();
  const logger = createLogger();
  const sdk = await startSdk(logger);
  if (sdk) startup.started(sdk, sdk.shutdown);
  const { signal, release } = abortOnSignal();
  const ended: Promise<unknown>[] = [];
  try {
    await prepareWorkers(flags, manifest);
    const local = await startTemporal(flags, signal);
    startup.started(local, async () => local.stop());
    ended.push(...failWhenEnded(local));
    signal.throwIfAborted();
    const temporal = await loadTemporalSettings({
      ...toTemporalOptions(flags),
      address: local.address,
      namespace: local.namespace,
    });
    const create = async (next: Manifest): Promise<Listen> =>
      createMcpServer(flags, {
        manifest: toDevManifest(next, {
          uiUrl: local.uiUrl,
          isLocal: LOOPBACK_HOSTS.includes(flags.host),
        }),
        first: manifest,
        temporal,
        logger,
      });
    const listen = await create(manifest);
    const served: Served = flags.watch
      ? await restartOnChange(listen, { loader, create, logger })
      : await listen();
    startup.started(served, served.close);
    if (served.failed) ended.push(served.failed);
    const working = withInboxAt(manifest, served.inboxUrl);
    const workers = await startWorkers(flags, { manifest: working, temporal, report }, startup);
    ended.push(...workers);
    signal.throwIfAborted();
    report(
      describeDevSetup(
        {
          version: packageInfo.version,
          // npm tells scripts whose they are.
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
  } catch (error) {
    await startup.undo();
    if (signal.aborted) return;
    throw error;
  } finally {
    release();
  }
  await untilStopped([announceStop, ...startup.stops], Promise.race(ended), flags.drainTime);
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
