/** `npm run check:package`: packs once. publint checks how the tarball is published; attw checks its types. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });
try {
  run('npm', 'pack', '--silent', '--pack-destination', folder);
  const [name] = readdirSync(folder);
  const tarball = join(folder, name);
  run('npx', '--no-install', 'publint', 'run', '--strict', tarball);
  // CommonJS loads these ES modules by import(), and since Node 20.19 by require().
  run('npx', '--no-install', 'attw', tarball, '--profile', 'esm-only', '--format', 'ascii');
} catch (error) {
  process.exitCode = error.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
