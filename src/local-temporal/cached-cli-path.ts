import { join } from 'node:path';

import envPaths from 'env-paths';

/**
 * The release of the Temporal CLI that is downloaded or built when there is none. It contains server
 * 1.29.1.
 *
 * The newest that `go install` accepts: later tags carry a `replace` directive in their go.mod, with
 * which a module cannot be installed by its path.
 */
export const temporalCliVersion = 'v1.5.1';

/** The directory for what can be made anew, as the platform has it (`~/.cache/temporal-mcp-tasks` on Linux). */
export const defaultCacheDirectory = envPaths('temporal-mcp-tasks', { suffix: '' }).cache;

/** The place of our own Temporal CLI in a cache directory: `temporal-cli/<version>/temporal`. */
export function toCachedCliPath(cacheDirectory: string): string {
  const fileName = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
  return join(cacheDirectory, 'temporal-cli', temporalCliVersion, fileName);
}
