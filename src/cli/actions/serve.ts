import { createLogger } from '../../config/create-logger.js';
import { loadSecret } from '../../config/load-secret.js';
import { loadTemporalSettings } from '../../config/load-temporal-settings.js';
import { LOOPBACK_HOSTS } from '../../http/loopback-hosts.js';
import { createTaskServer } from '../../server/create-task-server.js';
import { loadTools } from '../load-tools.js';
import {
  type HttpFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
  toWebOptions,
} from '../options.js';
import { untilStopped } from '../until-stopped.js';

/** Flags of `serve`. */
export interface ServeFlags extends TemporalFlags, ManifestFlags, HttpFlags {
  readonly stdio?: true;
  readonly http?: true;
}

/** Serves the tools of a manifest until it is stopped, or the client over stdio has gone. */
export async function serve(flags: ServeFlags): Promise<void> {
  const logger = createLogger();
  const isLocal = flags.stdio === true || LOOPBACK_HOSTS.includes(flags.host);
  const taskServer = await createTaskServer({
    manifest: await loadTools(flags.manifest),
    temporal: await loadTemporalSettings(toTemporalOptions(flags)),
    secret: await loadSecret({ mayGenerate: isLocal }),
    canList: isLocal,
    ...toWebOptions(flags),
    logger,
  });
  if (flags.stdio) {
    const connection = await taskServer.serveStdio();
    await untilStopped([connection.close], connection.closed);
    return;
  }
  const server = await taskServer.listen({ ...flags, drainMs: flags.drainTime });
  const { asksForTokens } = taskServer;
  logger.info({ url: server.url, asksForTokens }, 'MCP server is listening');
  if (!isLocal && !asksForTokens) {
    logger.warn(
      {},
      'Requests are not authenticated: everybody who reaches this server is one owner, so tasks are not listed',
    );
  }
  await untilStopped([server.close], undefined, flags.drainTime);
}
