/**
 * `npm run fuzz [-- --runs N] [--seed N] [JEST_ARGUMENT …]`: runs the suites of test/fuzz with many more inputs than
 * CI. It prints the seed of all inputs.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { endWithNpm } from './end-with-npm.mjs';
import { install } from './setup.mjs';

const DEFAULT_RUNS = 110_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

/** Removes a flag and its whole number from the arguments. */
function takeNumber(flag, missing) {
  const at = args.indexOf(flag);
  if (at < 0) return missing;
  const [, text] = args.splice(at, 2);
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  process.stderr.write(`${flag} takes a whole number: ${flag} 1000\n`);
  process.exit(1);
}

const runs = takeNumber('--runs', DEFAULT_RUNS);
const seed = takeNumber('--seed', randomInt(2 ** 31));
install();
endWithNpm();
process.stderr.write(`The same inputs again: npm run fuzz -- --runs ${runs} --seed ${seed}\n`);
const jest = `${root}node_modules/jest/bin/jest.js`;
const child = spawn(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, ...args, '--selectProjects', 'fuzz'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed) },
  },
);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// The terminal sends Ctrl-C to jest as well.
process.on('SIGINT', () => undefined);
child.once('exit', (code) => process.exit(code ?? 1));
