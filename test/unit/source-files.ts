/** The source files and their imports, for tests of the code itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

/** The root folder of this repository. */
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

/** The specifiers of a source's imports, type imports included. */
export function importsOf(source: string): string[] {
  return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The same without imports of types alone. */
export function valueImportsOf(source: string): string[] {
  return importsOf(source.replace(/^import type [^;]*;/gm, ''));
}

/** The file of a relative import in this repository; `undefined` for any other import. */
export function resolveImport(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.')
    ? join(dirname(file), specifier).replace(/\.js$/, '.ts')
    : undefined;
}
