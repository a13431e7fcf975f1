import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

/**
 * Finds the program that a shell would run by that name: the first executable file of the name in the
 * directories of PATH. Returns its absolute path, or `undefined` when there is none.
 *
 * On Windows it looks for `.exe` only, since Node starts nothing else without a shell.
 */
export async function findOnPath(
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name;
  // On Windows, names in `process.env` ignore case, but in a copy they do not.
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  for (const directory of path.split(delimiter)) {
    if (directory === '') continue;
    const candidate = resolve(directory, fileName);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
