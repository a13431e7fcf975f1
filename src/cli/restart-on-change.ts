import type { Logger } from '../core/logger.js';
import type { Manifest } from '../manifest/manifest.js';
import type { HttpServerHandle } from '../transport/http/start-http-server.js';

import type { ManifestLoader } from './load-tools.js';
import { FileWatcher } from './watch-files.js';

/** Lets a created server listen. The port is that of the command line if none is given. */
export type Listen = (port?: number) => Promise<HttpServerHandle>;

export interface RestartOptions {
  readonly loader: ManifestLoader;
  /** Creates the server of a changed manifest. It does not listen yet. */
  readonly create: (manifest: Manifest) => Promise<Listen>;
  readonly logger: Logger;
}

/** A running server, which may restart by itself. */
export interface RestartingServer extends HttpServerHandle {
  /** Rejects if a restarted server cannot listen. Then no server is running. Absent: it never restarts. */
  readonly failed?: Promise<never> | undefined;
}

/**
 * Starts a server, and replaces it by another one on the same port after each change of its manifest's files. If a new
 * manifest has errors, they are logged, and the running server stays.
 *
 * @param first The server of the manifest that was loaded first.
 */
export async function restartOnChange(
  first: Listen,
  { loader, create, logger }: RestartOptions,
): Promise<RestartingServer> {
  let restarting = Promise.resolve();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const restart = async (): Promise<void> => {
    let listen: Listen;
    try {
      listen = await create(await loader.load());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.error({ problems: reason.split('\n') }, 'The changed manifest is not used');
      return;
    }
    logger.info({}, 'The manifest has changed: MCP server is restarting');
    const { url, close } = await server;
    await close();
    server = listen(Number(new URL(url).port));
    await server;
  };
  const watcher = new FileWatcher({
    paths: loader.paths,
    onChange: async () => (restarting = restart().catch(fail)),
    logger,
  });
  let server = watcher.ready.then(async () => first());
  return {
    ...(await server),
    close: async () => {
      watcher.close();
      await restarting;
      await server.then(
        async ({ close }) => close(),
        // It could not listen, so there is nothing to close.
        () => undefined,
      );
    },
    failed,
  };
}
