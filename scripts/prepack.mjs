/** npm runs it around a pack: compiles again without maps, and bundles. `--undo` prepares a normal compilation. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = (...args) =>
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
const remove = (...paths) => {
  for (const path of paths) rmSync(`${root}dist/${path}`, { recursive: true, force: true });
};

if (process.argv.includes('--undo')) {
  remove('bundle', 'build.tsbuildinfo', '.compiled');
} else {
  // Otherwise npm would pack the output of deleted sources as well.
  remove('src', 'workflows', 'activities', 'build.tsbuildinfo');
  const maps = ['--sourceMap', 'false', '--declarationMap', 'false'];
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...maps);
  node('scripts/write-manifest-schema.mjs');
  node('scripts/prune-types.mjs');
  node('scripts/bundle.mjs');
}
