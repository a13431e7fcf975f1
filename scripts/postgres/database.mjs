/** Starts a separate PostgreSQL with the databases of a Temporal Service. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';

import { HOST, keepRunning, run } from './programs.mjs';

/** Returns the folder of PostgreSQL's programs, or `undefined` if it is not installed. */
export function findPostgres() {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root)
    ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a))
    : [];
  const newest = versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => fs.existsSync(join(folder, 'postgres')));
  if (newest) return newest;
  const { stdout, status } = spawnSync('sh', ['-c', 'command -v postgres'], { encoding: 'utf8' });
  return status === 0 ? dirname(stdout.trim()) : undefined;
}

/** PostgreSQL refuses to run as root. Root therefore starts it as the user `postgres` of its package. */
function toDatabaseUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(run('id', [flag, 'postgres'])));
  return { uid, gid };
}

export async function startPostgres(directory, port) {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is missing. Install it: apt-get install postgresql.');
  const data = join(directory, 'data');
  const user = toDatabaseUser();
  fs.mkdirSync(data);
  if (user.uid !== undefined) {
    for (const path of [directory, data]) fs.chownSync(path, user.uid, user.gid);
  }
  const init = ['-D', data, '-U', 'temporal', '--auth=trust', '--encoding=UTF8'];
  run(join(programs, 'initdb'), init, { ...user, stdio: 'ignore', cwd: data });
  const settings = ['-c', `listen_addresses=${HOST}`, '-c', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), '-k', data, ...settings];
  const log = join(directory, 'postgres.log');
  // SIGINT ends PostgreSQL without waiting for clients.
  const options = { ...user, port, log, signal: 'SIGINT', cwd: data };
  await keepRunning(join(programs, 'postgres'), args, options);
}

export function createSchema(folder, port) {
  const databases = { temporal: 'temporal', temporal_visibility: 'visibility' };
  for (const [database, schema] of Object.entries(databases)) {
    const versions = join(folder, 'schema', schema, 'versioned');
    const steps = [['create'], ['setup-schema', '-v', '0.0'], ['update-schema', '-d', versions]];
    for (const step of steps) {
      const connection = ['--plugin', 'postgres12', '--ep', HOST, '-p', String(port)];
      const as = ['-u', 'temporal', '--pw', 'temporal', '--db', database];
      run(join(folder, 'sql'), [...connection, ...as, ...step], { stdio: 'pipe' });
    }
  }
}
