/** The source as files that import each other, for tests that look at the code itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

/** The root of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of each source file below these folders, by its path from the root. */
export function readSources(...folders: readonly string[]): ReadonlyMap<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** What a source imports, as it says it; type imports too, since they are dependencies as well. */
export function importsOf(source: string): string[] {
  return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The file of this repository that a relative import leads to; `undefined` for any other import. */
export function resolveImport(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.')
    ? join(dirname(file), specifier).replace(/\.js$/, '.ts')
    : undefined;
}
