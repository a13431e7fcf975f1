import { createLogger } from '../../app/config/create-logger.js';
import { loadSecret } from '../../app/config/load-secret.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { createTaskServer } from '../../app/server/create-task-server.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import type { Logger } from '../../core/logger.js';
import { LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import { findRestrictedTools } from '../access/restricted-tools.js';
import { growHeapSlowly } from '../grow-heap-slowly.js';
import { createManifestLoader } from '../load-tools.js';
import {
  type HttpFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
  toWebOptions,
  type WatchFlags,
} from '../options.js';
import { startReloading } from '../reload.js';
import { reportTemporal } from '../report-temporal.js';
import { STOP_SIGNALS, untilStopped } from '../until-stopped.js';

/** Time before the first look for Temporal, in milliseconds, so that a client over stdio is answered first. */
const STDIO_PATIENCE_MS = 2_000;

export interface ServeFlags extends TemporalFlags, ManifestFlags, HttpFlags, WatchFlags {
  readonly stdio?: true;
  readonly http?: true;
}

function announceStop(logger: Logger): () => Promise<void> {
  return async () => {
    logger.info({}, 'MCP server is stopping');
    return Promise.resolve();
  };
}

/** Serves the tools of a manifest until it is stopped, or until the client over stdio has ended. */
export async function serve(flags: ServeFlags): Promise<void> {
  growHeapSlowly();
  const logger = createLogger();
  const sdk = await startSdk();
  const isLocal = flags.stdio === true || LOOPBACK_HOSTS.includes(flags.host);
  const loader = createManifestLoader(flags.manifest);
  const manifest = await loader.load();
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const taskServer = await createTaskServer({
    manifest,
    temporal,
    secret: await loadSecret({ mayGenerate: isLocal }),
    canList: isLocal,
    ...toWebOptions(flags),
    logger,
  });
  const { watch } = flags;
  const { terminalGone } = startReloading({
    server: taskServer,
    loader,
    logger,
    ...(watch && { watch }),
  });
  const report = { findObstacle: taskServer.findObstacle, logger, temporal };
  if (flags.stdio) {
    reportTemporal({ ...report, afterMs: STDIO_PATIENCE_MS });
    const connection = await taskServer.serveStdio();
    const ended = Promise.race([connection.closed, terminalGone]);
    await untilStopped([announceStop(logger), connection.close], ended, { signals: STOP_SIGNALS });
    logger.info({}, 'MCP server has stopped');
    await sdk?.shutdown();
    return;
  }
  const server = await taskServer.listen({ ...flags, drainMs: flags.drainTime });
  const { asksForTokens } = taskServer;
  const { url, inboxUrl } = server;
  logger.info(
    { url, ...(inboxUrl !== undefined && { inboxUrl }), asksForTokens },
    'MCP server is listening',
  );
  reportTemporal(report);
  const guarded = asksForTokens ? [] : findRestrictedTools(manifest);
  if (guarded.length > 0) {
    logger.warn(
      { tools: guarded },
      'No tokens are asked for, so "scopes" and "allow" of tools hold back nobody, and their "approvers" are nobody',
    );
  }
  if (!isLocal && !asksForTokens) {
    logger.warn(
      {},
      'Requests are not authenticated: everybody who reaches this server is one owner, so tasks are not listed',
    );
  }
  await untilStopped([announceStop(logger), server.close], terminalGone, {
    graceMs: flags.drainTime,
    signals: STOP_SIGNALS,
  });
  logger.info({}, 'MCP server has stopped');
  await sdk?.shutdown();
}
