/** What `dev` and `demo` start: a local Temporal, the MCP server and the Workers. */
import { cleanLines } from '../app/config/clean-text.js';
import { connectTemporal, type TemporalSettings } from '../app/config/connect-temporal.js';
import { createTaskServer } from '../app/server/create-task-server.js';
import { startSdk } from '../app/telemetry/start-sdk.js';
import type { Logger } from '../core/logger.js';
import type { Manifest } from '../manifest/manifest.js';
import { needsOwnerAttribute, registerOwnerAttribute } from '../temporal/list/owner-attribute.js';
import { LOOPBACK_HOSTS } from '../transport/http/loopback-hosts.js';

import { toDevManifest, withInboxAt } from './dev-manifest.js';
import {
  prepareWorkers,
  startWorkers,
  wantsSystemWorker,
  type WorkerFlags,
} from './dev-workers.js';
import { createManifestLoader } from './load-tools.js';
import type { LocalTemporal } from './local-temporal.js';
import { type HttpFlags, toWebOptions, type WatchFlags } from './options.js';
import { type Listen, type RestartingServer, restartOnChange } from './restart-on-change.js';
import { abortOnSignal, Startup } from './startup.js';

export interface DevOptions extends HttpFlags, WatchFlags, WorkerFlags {
  readonly manifestPaths: readonly string[];
  /** Default: from the environment, or one that is kept for this user. */
  readonly secret?: Uint8Array | undefined;
  /** The command that starts all of it again. */
  readonly again: string;
  readonly logger: Logger;
  readonly provideTemporal: (signal: AbortSignal) => Promise<DevTemporal>;
}

/** A Temporal Service and how to reach it. */
export interface DevTemporal {
  readonly local: LocalTemporal;
  readonly settings: TemporalSettings;
}

/** What runs. */
export interface Dev {
  readonly manifest: Manifest;
  readonly local: LocalTemporal;
  readonly served: RestartingServer;
  /** Settles when a part has ended by itself. */
  readonly ended: Promise<unknown>;
  /** Stops all parts, the last first. */
  readonly stops: readonly (() => Promise<void>)[];
}

interface ServedParts {
  readonly manifest: Manifest;
  /** The manifest of the Workers. */
  readonly first: Manifest;
  readonly temporal: TemporalSettings;
}

/** Tells on standard error what is being done. */
export function report(line: string): void {
  process.stderr.write(`${cleanLines(line)}\n`);
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
  options: DevOptions,
  { manifest, first, temporal }: ServedParts,
): Promise<Listen> {
  await prepareNamespace(manifest, temporal);
  if (wantsSystemWorker(manifest) && !wantsSystemWorker(first)) {
    report('cancel.terminateAfter needs another Worker. Restart dev to get it.');
  }
  const taskServer = await createTaskServer({
    manifest,
    temporal,
    secret: options.secret,
    canList: LOOPBACK_HOSTS.includes(options.host),
    ...toWebOptions(options),
    logger: options.logger,
  });
  return async (port = options.port) =>
    taskServer.listen({ ...options, port, drainMs: options.drainTime });
}

async function announceStop(): Promise<void> {
  report('Stopping …');
  return Promise.resolve();
}

function failWhenEnded({ exited }: LocalTemporal, again: string): readonly Promise<never>[] {
  const failing = exited?.then(() => {
    throw new Error(`The local Temporal has ended. Start again with: ${again}`);
  });
  return failing ? [failing] : [];
}

/**
 * Starts all parts. If one fails, the started ones are stopped.
 *
 * @returns `undefined` after Ctrl-C during the start.
 */
export async function startDev(options: DevOptions): Promise<Dev | undefined> {
  const { host, logger } = options;
  const loader = createManifestLoader(options.manifestPaths);
  const manifest = await loader.load();
  const startup = new Startup();
  const sdk = await startSdk(logger);
  if (sdk) startup.started(sdk, sdk.shutdown);
  const { signal, release } = abortOnSignal();
  try {
    await prepareWorkers(options, manifest);
    const { local, settings: temporal } = await options.provideTemporal(signal);
    startup.started(local, async () => local.stop());
    signal.throwIfAborted();
    const create = async (next: Manifest): Promise<Listen> =>
      createMcpServer(options, {
        manifest: toDevManifest(next, {
          uiUrl: local.uiUrl,
          isLocal: LOOPBACK_HOSTS.includes(host),
        }),
        first: manifest,
        temporal,
      });
    const listen = await create(manifest);
    const served: RestartingServer = options.watch
      ? await restartOnChange(listen, { loader, create, logger })
      : await listen();
    startup.started(served, served.close);
    const working = { manifest: withInboxAt(manifest, served.inboxUrl), temporal, report };
    const workers = await startWorkers(options, working, startup);
    signal.throwIfAborted();
    const failures = served.failed ? [served.failed] : [];
    const ended = Promise.race([...failWhenEnded(local, options.again), ...failures, ...workers]);
    return { manifest, local, served, ended, stops: [announceStop, ...startup.stops] };
  } catch (error) {
    await startup.undo();
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    release();
  }
}
