import { Command, Option } from 'commander';

import { createLogger } from '../../config/create-logger.js';
import { loadSecret } from '../../config/load-secret.js';
import { loadTemporalSettings } from '../../config/load-temporal-settings.js';
import { startHttpServer } from '../../http/start-http-server.js';
import { serveStdio } from '../../stdio/serve-stdio.js';
import { createTaskServer } from '../create-task-server.js';
import { loadTools } from '../load-tools.js';
import {
  addHttpFlags,
  addManifestFlag,
  addTemporalFlags,
  type HttpFlags,
  LOOPBACK_HOSTS,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';
import { untilStopped } from '../until-stopped.js';

interface ServeFlags extends TemporalFlags, ManifestFlags, HttpFlags {
  readonly stdio?: true;
  readonly http?: true;
}

async function serve(flags: ServeFlags): Promise<void> {
  const logger = createLogger();
  const isLocal = flags.stdio === true || LOOPBACK_HOSTS.includes(flags.host);
  const taskServer = createTaskServer({
    manifest: await loadTools(flags.manifest),
    temporal: await loadTemporalSettings(toTemporalOptions(flags)),
    secret: await loadSecret({ mayGenerate: isLocal }),
    logger,
    canList: isLocal,
  });
  if (flags.stdio) {
    const connection = await serveStdio(await taskServer.toStdio());
    await untilStopped([connection.close], connection.closed);
    return;
  }
  const server = await startHttpServer({
    host: flags.host,
    port: flags.port,
    ...(await taskServer.toHttp()),
    ...(flags.allowedHosts && { allowedHosts: flags.allowedHosts }),
    ...(flags.allowedOrigins && { allowedOrigins: flags.allowedOrigins }),
    logger,
  });
  logger.info({ url: server.url }, 'MCP server is listening');
  if (!isLocal) {
    logger.warn(
      {},
      'Requests are not authenticated: everybody who reaches this server is one owner, so tasks are not listed',
    );
  }
  await untilStopped([server.close]);
}

/** `serve`: the MCP server alone. It starts also while Temporal is down, and finds it when it is back. */
export function createServeCommand(): Command {
  const command = new Command('serve')
    .description('serve the tools of a manifest to MCP clients')
    .addOption(new Option('--http', 'Streamable HTTP (the default)').conflicts('stdio'))
    .option('--stdio', 'standard input and output, for a client that starts this process');
  return addHttpFlags(addTemporalFlags(addManifestFlag(command))).action(serve);
}
