import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the first executable of that name on the PATH. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
