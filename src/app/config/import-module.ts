import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a module of the user.
 *
 * @param version A new number loads the module again, without the modules that it imports. Default: 1.
 */
export async function importModule(path: string, version = 1): Promise<unknown> {
  const url = pathToFileURL(resolve(path));
  // Node loads a module again only under another URL.
  if (version > 1) url.searchParams.set('version', String(version));
  return import(url.href);
}

/** Returns why a module cannot be imported, and what to do. */
export function explainImport(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SyntaxError) return `${error.message}. To see the line, run it with "node".`;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !/\.[cm]?ts"/.test(error.message)) {
    return error.message;
  }
  return `Node ${process.version} doesn't run TypeScript. Compile it ("npx tsc") and name the .js file, or write it as .mjs.`;
}
