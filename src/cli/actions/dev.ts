import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { connectTemporal, type TemporalSettings } from '../../app/config/connect-temporal.js';
import { createLogger } from '../../app/config/create-logger.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { packageInfo } from '../../app/config/package-info.js';
import { createTaskServer, type TaskServer } from '../../app/server/create-task-server.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import type { Manifest } from '../../manifest/manifest.js';
import {
  needsOwnerAttribute,
  registerOwnerAttribute,
} from '../../temporal/list/owner-attribute.js';
import { LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import type { HttpServerHandle } from '../../transport/http/start-http-server.js';
import { describeDevSetup } from '../describe-dev-setup.js';
import { createManifestLoader, type ManifestLoader } from '../load-tools.js';
import { type LocalTemporal, provideLocalTemporal } from '../local-temporal.js';
import {
  DEFAULT_MANIFEST,
  EXAMPLES_TASK_QUEUE,
  type HttpFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
  toWebOptions,
  type WatchFlags,
} from '../options.js';
import { type Reloading, startReloading } from '../reload.js';
import { abortOnSignal, Startup } from '../startup.js';
import { STOP_SIGNALS, untilStopped } from '../until-stopped.js';
import { loadWithTemporalUi, withTemporalUi } from '../with-temporal-ui.js';

import {
  prepareWorkers,
  startWorkers,
  wantsSystemWorker,
  type WorkerFlags,
} from './dev-workers.js';

/** Flags of `dev`. */
export interface DevFlags extends TemporalFlags, ManifestFlags, HttpFlags, WatchFlags, WorkerFlags {
  readonly temporalPort: number;
  readonly uiPort?: number;
  readonly data?: string;
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

function report(line: string): void {
  process.stderr.write(`${line}\n`);
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

async function startMcpServer(
  flags: DevFlags,
  { manifest, temporal }: { manifest: Manifest; temporal: TemporalSettings },
  startup: Startup,
): Promise<{ readonly taskServer: TaskServer; readonly served: HttpServerHandle }> {
  const logger = createLogger();
  const taskServer = await createTaskServer({
    manifest,
    temporal,
    canList: LOOPBACK_HOSTS.includes(flags.host),
    ...toWebOptions(flags),
    logger,
  });
  const server = await taskServer.listen({ ...flags, drainMs: flags.drainTime });
  startup.started(server, server.close);
  return { taskServer, served: server };
}

/** Reloads the server. All other parts keep the first manifest. */
function startReloadingAll(
  { watch }: DevFlags,
  started: {
    readonly server: TaskServer;
    readonly loader: ManifestLoader;
    readonly temporal: TemporalSettings;
  },
  first: Manifest,
): Reloading {
  const { server, loader, temporal } = started;
  return startReloading({
    loader,
    server,
    logger: createLogger(),
    ...(watch && { watch }),
    prepare: async (next) => {
      await prepareNamespace(next, temporal);
      if (!wantsSystemWorker(next) || wantsSystemWorker(first)) return;
      report(
        'There is a cancel.terminateAfter now, which needs one more Worker: start dev again for it.',
      );
    },
  });
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
    throw new Error('The local Temporal has ended. Start again with: temporal-mcp-tasks dev');
  });
  return failing ? [failing] : [];
}

/** Runs a local Temporal, the examples' worker and the MCP server until they are stopped. */
export async function dev(flags: DevFlags): Promise<void> {
  const manifestPaths = toManifestPaths(flags);
  const loader = createManifestLoader(manifestPaths);
  const manifest = await loader.load();
  const startup = new Startup();
  const sdk = await startSdk();
  if (sdk) startup.started(sdk, sdk.shutdown);
  const { signal, release } = abortOnSignal();
  const ended: Promise<unknown>[] = [];
  let startToReload: () => Reloading;
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
    await prepareNamespace(manifest, temporal);
    const { uiUrl } = local;
    const first = { manifest: withTemporalUi(manifest, uiUrl), temporal };
    const { taskServer, served } = await startMcpServer(flags, first, startup);
    const workers = await startWorkers(flags, { manifest, temporal, report }, startup);
    ended.push(...workers);
    const reloaded = {
      server: taskServer,
      temporal,
      loader: loadWithTemporalUi(loader, uiUrl),
    };
    startToReload = () => startReloadingAll(flags, reloaded, manifest);
    signal.throwIfAborted();
    report(
      describeDevSetup({
        version: packageInfo.version,
        mcpUrl: served.url,
        inboxUrl: served.inboxUrl,
        local,
        manifest,
        manifestPaths,
        taskQueue: flags.worker ? EXAMPLES_TASK_QUEUE : undefined,
      }),
    );
  } catch (error) {
    await startup.undo();
    if (signal.aborted) return;
    throw error;
  } finally {
    release();
  }
  // From here on, SIGHUP reloads and no longer stops.
  const { terminalGone } = startToReload();
  await untilStopped([announceStop, ...startup.stops], Promise.race([...ended, terminalGone]), {
    graceMs: flags.drainTime,
    signals: STOP_SIGNALS,
  });
}
