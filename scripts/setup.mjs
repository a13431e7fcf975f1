/**
 * Prepares a clone: `install` checks Node, and installs the packages of package-lock.json if any is missing. `setUp`
 * compiles changed sources as well.
 * It uses Node's own modules only, because it runs before packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes to stderr: stdout belongs to the program that runs next. */
export const say = (line) => process.stderr.write(`${line}\n`);

export function fail(line) {
  say(line);
  process.exit(1);
}

function run(command, args, hint) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  fail(`${command} ${args.join(' ')} failed${error ? ` (${error.message})` : ''}. ${hint}`);
}

/** Returns true if each required package of the lock file is installed in its version, by any installer. */
function isInstalled() {
  const installed = `${root}node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  const [wanted, present] = [`${root}package-lock.json`, installed].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  );
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || present[path]?.version === version,
  );
}

/** Compiled folders. A change in them makes `setUp` compile again. */
const sources = ['src', 'workflows', 'activities', 'lab', 'test/support/samples/typescript'];
/** What is compiled: this package, and the helper with its part of core as a package of its own. */
const projects = ['tsconfig.build.json', 'packages/workflow/tsconfig.json'];
const stamp = `${root}dist/.compiled`;

function newestMtimeMs(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => newestMtimeMs(`${path}/${name}`));
  return Math.max(stats.mtimeMs, ...inside);
}

/** Compares times, because the compiler needs seconds to find that nothing has changed. */
function isCompiled() {
  if (!existsSync(stamp)) return false;
  const inputs = [...sources, 'tsconfig.json', ...projects, 'package-lock.json'];
  const compiledMs = statSync(stamp).mtimeMs;
  return inputs
    .map((name) => root + name)
    .filter((path) => existsSync(path))
    .every((path) => newestMtimeMs(path) < compiledMs);
}

function compile() {
  const startedAt = new Date();
  say('Compiling …');
  for (const project of projects) {
    run(
      process.execPath,
      [`${root}node_modules/typescript/bin/tsc`, '-p', project],
      'Fix the type errors above.',
    );
  }
  writeFileSync(stamp, startedAt.toISOString());
}

/** The program says the same of itself: src/cli/old-node.ts, which isn't compiled yet. */
function checkNode() {
  const { name, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const needed = engines.node.replace('>=', '');
  const { node } = process.versions;
  if (node.localeCompare(needed, 'en', { numeric: true }) >= 0) return;
  fail(`${name} needs Node ${needed} or newer; this is ${node}.`);
}

export function install() {
  checkNode();
  if (!isInstalled()) {
    // `npm ci` would delete the packages of the other clone that the link points to.
    if (lstatSync(`${root}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink()) {
      fail('node_modules is a link, to packages of other versions: remove it, and start again.');
    }
    say('Installing packages (npm ci) …');
    run(
      'npm',
      ['ci', '--no-audit', '--no-fund'],
      'Check the network and the npm registry settings.',
    );
  }
}

export function setUp() {
  install();
  if (!isCompiled()) compile();
}
