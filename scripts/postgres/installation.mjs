/** Builds the Temporal Service once from its Go module. */
import * as fs from 'node:fs';
import { join } from 'node:path';

import { CACHE_FOLDER } from '../cache-folder.mjs';

import { findPostgres } from './database.mjs';
import { run, say } from './programs.mjs';

/** Of the same minor version as the tests' dev server. 1.32.2 needs a newer Go: 1.26.10. */
export const VERSION = 'v1.32.1';
const MODULE = `go.temporal.io/server@${VERSION}`;
const FOLDER = join(CACHE_FOLDER, `temporal-server-${VERSION}`);
const PROGRAMS = { server: 'cmd/server', sql: 'cmd/tools/sql' };
/** Paths in the module, by the name in the folder. */
const FILES = {
  schema: 'schema/postgresql/v12',
  'dynamic.yaml': 'config/dynamicconfig/development-sql.yaml',
};

const isMissing = (name) => !fs.existsSync(join(FOLDER, name));

/** Returns true if a service can start without a build. */
export function isInstalled() {
  return ![...Object.keys(PROGRAMS), ...Object.keys(FILES)].some(isMissing) && !!findPostgres();
}

/** Builds the missing programs and files. Returns their folder. */
export function install() {
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const [name, path] of Object.entries(PROGRAMS).filter(([name]) => isMissing(name))) {
    say(`Building ${name} of ${MODULE} …`);
    const env = { ...process.env, GOBIN: FOLDER };
    run('go', ['install', MODULE.replace('@', `/${path}@`)], { env, stdio: ['ignore', 2, 2] });
  }
  if (Object.keys(FILES).some(isMissing)) {
    const { Dir: sources } = JSON.parse(run('go', ['mod', 'download', '-json', MODULE]));
    for (const [name, path] of Object.entries(FILES)) {
      // The Go module cache is read-only; the copy must be writable.
      run('cp', ['-r', '--no-preserve=mode', join(sources, path), join(FOLDER, name)]);
    }
  }
  return FOLDER;
}
