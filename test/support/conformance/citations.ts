import { readdirSync, readFileSync } from 'node:fs';

/** The IDs in the first argument of `verifies`, `verifiesOverHttp` and `verifiesOverStdio`. */
const CITATION = /\bverifies(?:OverHttp|OverStdio)?\(\s*\[([^\]]*)\]/g;

/** The IDs of requirements that the test files of a folder cite. */
export function citedIn(folder: URL): Set<string> {
  return new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(CITATION)])
      .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id)),
  );
}
