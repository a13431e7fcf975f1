import type { TaskServer } from '../app/server/create-task-server.js';
import type { Logger } from '../core/logger.js';
import type { Manifest } from '../manifest/manifest.js';

import type { ManifestLoader } from './load-tools.js';
import { hasTerminalGone } from './terminal.js';
import { FileWatcher } from './watch-files.js';

/** The parts that a reload replaces. */
export interface Reloadable extends Pick<TaskServer, 'reopenAudit'> {
  readonly reload: (manifest: Manifest) => ReturnType<TaskServer['reload']>;
}

export interface ReloadOptions {
  readonly server: Reloadable;
  readonly loader: ManifestLoader;
  readonly logger: Logger;
  /** Reload after changes of the files, besides SIGHUP. Default: no. */
  readonly watch?: true;
  /** Called with a manifest before it is served. */
  readonly prepare?: (manifest: Manifest) => Promise<void>;
}

export interface Reloading {
  /** Resolves when a SIGHUP reports that the terminal was closed. The process then has to stop. */
  readonly terminalGone: Promise<void>;
  readonly end: () => void;
}

/** Returns the reasons of a failed reload, one problem for each line. */
function toReasons(error: unknown): string[] {
  return (error instanceof Error ? error.message : String(error)).split('\n');
}

/** Loads the manifest again and logs the result. After an error, the previous manifest stays. */
export async function reload({ server, loader, logger, prepare }: ReloadOptions): Promise<void> {
  try {
    const manifest = await loader.load();
    await prepare?.(manifest);
    const { listChanged, needsRestart } = await server.reload(manifest);
    logger.info({ tools: manifest.tools.size, listChanged }, 'The manifest has been reloaded');
    if (needsRestart.length > 0) {
      logger.warn({ keys: needsRestart }, 'These have changed, and hold after a restart only');
    }
  } catch (error) {
    logger.error(
      { problems: toReasons(error) },
      'The manifest cannot be reloaded: the one before goes on to hold',
    );
  }
}

/** Reloads a server at each SIGHUP and, with `watch`, at each change of the manifest's files. */
export function startReloading(options: ReloadOptions): Reloading {
  let last = Promise.resolve();
  const reloadNext = async (): Promise<void> => (last = last.then(async () => reload(options)));
  let stop: () => void = () => undefined;
  const terminalGone = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const onSignal = (): void => {
    if (hasTerminalGone()) {
      stop();
      return;
    }
    // Done even if the reload fails: SIGHUP may come from a rotation of the audit log.
    options.server.reopenAudit();
    void reloadNext();
  };
  process.on('SIGHUP', onSignal);
  const { loader, logger, watch } = options;
  const watcher = watch && new FileWatcher({ paths: loader.paths, onChange: reloadNext, logger });
  return {
    terminalGone,
    end: () => {
      process.off('SIGHUP', onSignal);
      watcher?.close();
    },
  };
}
