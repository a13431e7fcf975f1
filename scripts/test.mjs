/**
 * `npm test [-- JEST_ARGUMENT …]`: sets up the clone, provides a Temporal CLI, then runs jest. A download or a
 * build of the CLI takes minutes, during which jest would print nothing.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

import { endWithNpm } from './end-with-npm.mjs';
import { setUp } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const say = (line) => process.stderr.write(`${line}\n`);

const projectsWithTemporal = ['integration', 'conformance'];
const needsTemporal =
  !args.some((argument) => argument.startsWith('--selectProjects')) ||
  projectsWithTemporal.some((name) => args.some((argument) => argument.includes(name)));

setUp();
endWithNpm();
if (needsTemporal && !process.env.TEMPORAL_ADDRESS) await provideTemporalCli();
await runJest();

async function provideTemporalCli() {
  const interruption = new AbortController();
  const interrupt = (signal) => interruption.abort(new Error(`Ended by ${signal}.`));
  for (const signal of signals) process.on(signal, interrupt);
  const { findTemporalCli } = await import('../dist/src/cli/local-temporal/find-temporal-cli.js');
  try {
    const { path } = await findTemporalCli({ report: say, signal: interruption.signal });
    process.env.MCP_TASKS_TEST_TEMPORAL_CLI ??= path;
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
  for (const signal of signals) process.off(signal, interrupt);
}

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
