/**
 * `npm test [-- JEST_ARGUMENT …]`: installs what is missing, then runs jest, whose global setup compiles and starts
 * Temporal. Without `--selectProjects` it leaves out `extended`. With `--oldest-server` the tests run on the oldest
 * supported server.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

import { endWithNpm } from './end-with-npm.mjs';
import { install } from './setup.mjs';
import { putTemporalOnPath } from './temporal-cli.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_SERVER = '--oldest-server';
const isOldest = process.argv.includes(OLDEST_SERVER);
const args = process.argv.slice(2).filter((argument) => argument !== OLDEST_SERVER);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

if (!args.some((argument) => argument.startsWith('--selectProjects'))) {
  args.push('--selectProjects', 'unit', 'fuzz', 'integration', 'conformance');
}

install();
endWithNpm();
if (isOldest) {
  delete process.env.TEMPORAL_ADDRESS;
  if (!putTemporalOnPath({ isOldest })) process.exit(1);
}
await runJest();

async function runJest() {
  const jest = `${root}node_modules/jest/bin/jest.js`;
  const nodeArgs = ['--experimental-vm-modules', '--no-warnings', jest, ...args];
  const child = spawn(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' });
  for (const signal of signals) {
    // The terminal sends Ctrl-C to jest as well. A second SIGINT would stop jest's clean-up.
    process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...how) => resolve(how));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}
