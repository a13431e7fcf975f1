import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The release of the Temporal CLI that is downloaded or built if there is no CLI. It contains server 1.29.1.
 *
 * It is the newest release that `go install` accepts. Later tags have a `replace` directive in their go.mod, so that
 * `go install` cannot install them by path.
 */
export const temporalCliVersion = 'v1.5.1';

/** Returns the user's cache directory on a platform (`~/.cache/temporal-mcp-tasks` on Linux). */
export function toCacheDirectory(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): string {
  const name = 'temporal-mcp-tasks';
  const given = environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'] ?? '';
  const own = isAbsolute(given) ? given : undefined;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', name);
  if (platform === 'win32') {
    return join(own ?? join(homedir(), 'AppData', 'Local'), name, 'Cache');
  }
  return join(own ?? join(homedir(), '.cache'), name);
}

/** The cache directory of this user. */
export const defaultCacheDirectory = toCacheDirectory(process.platform, process.env);

/** The place of our own Temporal CLI in a cache directory: `temporal-cli/<version>/temporal`. */
export function toCachedCliPath(cacheDirectory: string): string {
  const fileName = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
  return join(cacheDirectory, 'temporal-cli', temporalCliVersion, fileName);
}
