import { type Command, Option } from 'commander';

import type { TemporalSettings } from '../../app/config/connect-temporal.js';
import { createLogger } from '../../app/config/create-logger.js';
import { loadSecret } from '../../app/config/load-secret.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { createTaskServer } from '../../app/server/create-task-server.js';
import type { TaskServer } from '../../app/server/task-server.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import { findRestrictedTools } from '../../check/restricted-tools.js';
import type { Logger } from '../../core/logger.js';
import { toLine } from '../../core/value/quote.js';
import type { Manifest } from '../../manifest/manifest.js';
import { LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import { createCommand } from '../create-command.js';
import { growHeapSlowly } from '../grow-heap-slowly.js';
import { answerStream } from '../keep-stdout.js';
import { createManifestLoader } from '../load-tools.js';
import {
  addExamples,
  addHttpFlags,
  addManifestFlag,
  addSecretsHelp,
  addTemporalFlags,
  addWatchFlag,
  type HttpFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
  toWebOptions,
  type WatchFlags,
} from '../options.js';
import { type Listen, type RestartingServer, restartOnChange } from '../restart-on-change.js';
import { untilStopped } from '../until-stopped.js';

/** Time between two looks, in milliseconds, until Temporal answers. */
const LOOK_EVERY_MS = 2_000;

interface ReportOptions {
  readonly findObstacle: () => Promise<string | undefined>;
  readonly logger: Logger;
  /** Each line names the address and the namespace. */
  readonly temporal: TemporalSettings;
  /** Time until the first look, in milliseconds: a client over stdio is answered first. Default: 0. */
  readonly afterMs?: number | undefined;
}

/**
 * Logs after the start why Temporal does not answer, once for each change of the reason, and then that it answers. The
 * timer does not keep the process alive.
 */
function reportTemporal({ findObstacle, logger, temporal, afterMs = 0 }: ReportOptions): void {
  const { connection, namespace } = temporal;
  const settings = { address: connection.address, namespace };
  let last: string | undefined;
  const look = async (): Promise<void> => {
    const obstacle = await findObstacle();
    if (obstacle === undefined) {
      if (last !== undefined) logger.info(settings, 'Temporal answers');
      return;
    }
    if (obstacle !== last) logger.warn(settings, obstacle);
    last = obstacle;
    setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  if (afterMs === 0) void look();
  else setTimeout(() => void look(), afterMs).unref();
}

/** Time before the first look for Temporal, in milliseconds, so that a client over stdio is answered first. */
const STDIO_PATIENCE_MS = 2_000;
/** Longest list of tools in a line of the log, in characters. */
const MAX_TOOLS_LENGTH = 300;

interface ServeFlags extends TemporalFlags, ManifestFlags, HttpFlags, WatchFlags {
  readonly stdio?: true | undefined;
  readonly http?: true | undefined;
}

function announceStop(logger: Logger): () => Promise<void> {
  return async () => {
    logger.info({}, 'MCP server is stopping');
    return Promise.resolve();
  };
}

async function serveStdio(
  taskServer: TaskServer,
  output: NodeJS.WriteStream,
  logger: Logger,
): Promise<void> {
  const { closed, close } = await taskServer.serveStdio({ output });
  await untilStopped([announceStop(logger), close], closed);
}

function warnOfOpenDoors(
  manifest: Manifest,
  { isLocal, logger }: { readonly isLocal: boolean; readonly logger: Logger },
): void {
  const guarded = findRestrictedTools(manifest);
  if (guarded.length > 0) {
    logger.warn(
      { tools: guarded },
      'The server does not require tokens, so "scopes" and "allow" of tools restrict nobody, and there are no "approvers"',
    );
  }
  if (!isLocal) {
    logger.warn(
      {},
      'Requests are not authenticated: everybody who reaches this server is one owner, so tasks are not listed',
    );
  }
}

/** A public URL with TLS means that a proxy is in front: this server speaks HTTP alone. */
function warnOfSharedCount(
  { inbox, trustProxy }: Manifest,
  inboxUrl: string | undefined,
  logger: Logger,
): void {
  if (!inbox?.signIn || inboxUrl?.startsWith('https:') !== true || trustProxy !== undefined) return;
  logger.warn(
    { inboxUrl },
    'All visitors of the inbox who have not signed in share one limit, since all seem to have the address of the proxy. Name the proxy with "trustProxy" in the file of the server',
  );
}

/** Serves the tools of a manifest until it is stopped, or until the client over stdio has ended. */
async function serve(flags: ServeFlags): Promise<void> {
  growHeapSlowly();
  const logger = createLogger();
  const sdk = await startSdk(logger);
  const isLocal = flags.stdio === true || LOOPBACK_HOSTS.includes(flags.host);
  const loader = createManifestLoader(flags.manifest);
  const first = await loader.load();
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const secret = await loadSecret({ mayGenerate: isLocal });
  const createServer = async (manifest: Manifest): Promise<TaskServer> => {
    const tools = toLine([...manifest.tools.keys()].join(', '), MAX_TOOLS_LENGTH);
    logger.info({ manifest: flags.manifest.join(', '), tools }, 'The manifest is loaded');
    return createTaskServer({
      manifest,
      temporal,
      secret,
      canList: isLocal,
      ...toWebOptions(flags),
      logger,
    });
  };
  let taskServer = await createServer(first);
  const findObstacle = async (): Promise<string | undefined> => taskServer.findObstacle();
  const report = { findObstacle, logger, temporal };
  const toListen = (manifest: Manifest): Listen => {
    const { asksForTokens, listen } = taskServer;
    return async (port = flags.port) => {
      const server = await listen({ ...flags, port, drainMs: flags.drainTime });
      const { url, inboxUrl } = server;
      warnOfSharedCount(manifest, inboxUrl, logger);
      logger.info({ url, inboxUrl, asksForTokens }, 'MCP server is listening');
      if (!asksForTokens) warnOfOpenDoors(manifest, { isLocal, logger });
      return server;
    };
  };
  if (flags.stdio) {
    reportTemporal({ ...report, afterMs: STDIO_PATIENCE_MS });
    await serveStdio(taskServer, answerStream(), logger);
  } else {
    const create = async (manifest: Manifest): Promise<Listen> => {
      taskServer = await createServer(manifest);
      return toListen(manifest);
    };
    const listen = toListen(first);
    const served: RestartingServer = flags.watch
      ? await restartOnChange(listen, { loader, create, logger })
      : await listen();
    reportTemporal(report);
    await untilStopped([announceStop(logger), served.close], served.failed, flags.drainTime);
  }
  logger.info({}, 'MCP server has stopped');
  await sdk?.shutdown();
}

/** `serve`: the MCP server alone. It also starts while Temporal is down, and connects when Temporal is back. */
export function createServeCommand(): Command {
  const command = createCommand('serve')
    .addOption(new Option('--http', 'Streamable HTTP (the default)').conflicts('stdio'))
    .addOption(
      new Option(
        '--stdio',
        'standard input and output, for a client that starts this process',
      ).conflicts('watch'),
    );
  return addExamples(
    addSecretsHelp(addHttpFlags(addTemporalFlags(addWatchFlag(addManifestFlag(command))))),
    'serve',
    'serve --stdio --manifest tools.yaml --manifest orders.yaml',
  ).action(serve);
}
