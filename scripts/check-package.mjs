/** `npm run check:package`: packs both packages once. publint checks how they are published; attw checks their types. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });
try {
  const both = ['--workspaces', '--include-workspace-root'];
  run('npm', 'pack', '--silent', ...both, '--pack-destination', folder);
  for (const name of readdirSync(folder)) {
    const tarball = join(folder, name);
    run('npx', '--no-install', 'publint', 'run', '--strict', tarball);
    // CommonJS loads these ES modules by import(), and since Node 20.19 by require().
    run('npx', '--no-install', 'attw', tarball, '--profile', 'esm-only', '--format', 'ascii');
  }
} catch (error) {
  process.exitCode = error.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
