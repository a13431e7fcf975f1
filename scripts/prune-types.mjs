/**
 * `node scripts/prune-types.mjs [FOLDER]`: removes compiled types that users can't import, since no entry point reaches
 * them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [given] = process.argv.slice(2);
const root = given === undefined ? fileURLToPath(new URL('..', import.meta.url)) : resolve(given);
const folder = join(root, 'dist/src');

const reached = new Set();
function follow(path) {
  if (reached.has(path) || !existsSync(path)) return;
  reached.add(path);
  for (const [, , target] of readFileSync(path, 'utf8').matchAll(
    /(from |import\(|import )['"](\.[^'"]+)\.js['"]/g,
  )) {
    follow(join(dirname(path), `${target}.d.ts`));
  }
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const { types } of Object.values(exports)) if (types) follow(join(root, types));
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
}
