import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { defaultCacheDirectory } from '../../src/cli/local-temporal/install/cached-cli-path.js';

/** Something that is made from files of this repository with tools from outside. */
export interface Making {
  /** All that decides what {@link Making.make} makes. */
  readonly inputs: readonly (string | Buffer)[];
  /** Makes what is needed in a folder that is there and empty. It is moved to another place afterwards. */
  readonly make: (folder: string) => Promise<void>;
  /** Where it is kept. Default: the user's cache folder. */
  readonly directory?: string;
}

const LOOK_AGAIN_MS = 250;
/** How often the one that makes something says that it still does, and when its silence means that it has died. */
const SIGN_OF_LIFE_MS = 5_000;
const ABANDONED_MS = 60_000;

/**
 * Makes something, unless it is there already for the same inputs. While another process makes the same, this one
 * waits for it.
 *
 * @param name What is made, as a path below the folder that it is kept in.
 * @returns The folder that it is in.
 * @throws whatever {@link Making.make} throws; nothing is left of it then
 */
export async function makeOnce(
  name: string,
  { inputs, make, directory = defaultCacheDirectory }: Making,
): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input).update('\0');
  const folder = join(directory, `${name}-${hash.digest('hex').slice(0, 16)}`);
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    if (await takeLock(lock)) await whileHolding(lock, async () => makeFolder(folder, make));
    else await pause(LOOK_AGAIN_MS);
  }
  return folder;
}

/**
 * Whether this process is the one that makes it. A lock that its holder has abandoned is removed, for whoever looks
 * next. If two take it all the same, the work is done twice, and no harm.
 */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(lock, { force: true });
    return false;
  }
}

async function whileHolding(lock: string, act: () => Promise<void>): Promise<void> {
  const signOfLife = setInterval(() => {
    utimes(lock, new Date(), new Date()).catch(() => undefined);
  }, SIGN_OF_LIFE_MS);
  try {
    await act();
  } finally {
    clearInterval(signOfLife);
    await rm(lock, { force: true });
  }
}

/** Renamed into place, so that a process that looks at the same moment never finds half of it. */
async function makeFolder(folder: string, make: Making['make']): Promise<void> {
  const unfinished = `${folder}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await make(unfinished);
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
