import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'temporal-mcp-tasks',
);

/** Files that external tools make from files of this repository. */
export interface Making {
  /** Everything that determines the result of {@link Making.make}. */
  readonly inputs: readonly (string | Buffer)[];
  /** Makes the files in an existing, empty folder, which is moved to another place afterwards. */
  readonly make: (folder: string) => Promise<void>;
  /** Folder that keeps the results. Default: the user's cache folder. */
  readonly directory?: string;
}

const LOOK_AGAIN_MS = 250;
/** Interval in which the maker touches its lock. Without a touch for `ABANDONED_MS` it counts as dead. */
const SIGN_OF_LIFE_MS = 5_000;
const ABANDONED_MS = 60_000;

/**
 * Makes files, unless they exist for the same inputs. While another process makes the same files, this one waits.
 *
 * @param name Path of the result below its folder.
 * @returns The folder with the files.
 * @throws The error of {@link Making.make}, after its files were removed.
 */
export async function makeOnce(
  name: string,
  { inputs, make, directory = CACHE }: Making,
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
 * Returns true if this process has taken the lock. It removes an abandoned lock, so that the next attempt succeeds. If
 * two processes take the lock, they do the same work twice without harm.
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

/** Makes the folder elsewhere and renames it, so that no process finds an incomplete folder. */
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
