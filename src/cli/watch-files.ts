import { type FSWatcher, watch } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Logger } from '../core/logger.js';

/** Time without further events before a restart, in milliseconds. Editors and mounts write in several steps. */
const SETTLE_MS = 250;

export interface WatchOptions {
  readonly paths: () => readonly string[];
  /** Called after a change. The next call waits for its end. */
  readonly onChange: () => Promise<void>;
  readonly logger: Logger;
}

/** Returns a text that changes when the file changes or is removed. */
async function toMark(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return [await realpath(path), ino, size, mtimeMs].join();
  } catch {
    return 'absent';
  }
}

/** Returns a text that changes when any of the paths changes. */
async function toMarks(paths: readonly string[]): Promise<string> {
  return JSON.stringify(await Promise.all(paths.map(async (path) => [path, await toMark(path)])));
}

/**
 * Watches the folders of files. So it notices a file that replaces another one (editors save so), and a changed link
 * (ConfigMaps are mounted so). Since not every event is a change, it compares the files.
 */
export class FileWatcher {
  readonly #options: WatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #marks = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when the watcher knows the current state. It notices every later change. */
  readonly ready: Promise<void>;
  #looking: Promise<void>;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#watch();
    this.ready = toMarks(options.paths()).then((marks) => {
      this.#marks = marks;
    });
    this.#looking = this.ready;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(): void {
    if (this.#isClosed) return;
    const folders = new Set(this.#options.paths().map(dirname));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  #add(folder: string): void {
    const fail = (error: unknown): void => {
      this.#watchers.get(folder)?.close();
      this.#watchers.delete(folder);
      if ((error as { readonly code?: unknown }).code === 'ENOENT') return;
      this.#options.logger.warn(
        { folder, err: error },
        'A folder cannot be watched: restart after its files change',
      );
    };
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        this.#settle();
      });
      this.#watchers.set(folder, watcher.on('error', fail));
    } catch (error) {
      fail(error);
    }
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#looking = this.#looking.then(async () => this.#look());
    }, SETTLE_MS);
  }

  async #look(): Promise<void> {
    const before = this.#options.paths();
    const marks = await toMarks(before);
    if (this.#isClosed || marks === this.#marks) return;
    await this.#options.onChange();
    this.#watch();
    // A write meanwhile is a change. If other paths were found, their current state was read.
    const after = this.#options.paths();
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    this.#marks = isSame ? marks : await toMarks(after);
  }
}
