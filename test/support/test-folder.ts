import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of one test. */
export interface TestFolder {
  readonly path: string;
  /** Writes files by their names in the folder, and makes their folders. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Makes a folder with files. */
export async function createTestFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mcp-tasks-'));
  const folder: TestFolder = {
    path,
    async write(written) {
      for (const [name, text] of Object.entries(written)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }
    },
    remove: async () => rm(path, { recursive: true, force: true }),
  };
  await folder.write(files);
  return folder;
}
