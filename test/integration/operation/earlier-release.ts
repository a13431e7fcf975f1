import { execFile, execFileSync } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build } from 'esbuild';

import { makeOnce } from '../../support/make-once.js';

/** The commit that serves as the last release until a tag exists. */
const BEFORE_TAGS = '5cfe3847c07ff77fc9d1c3bc7ba9d68f610d7fdb';
const GIT_WITHIN_MS = 30_000;
const INSTALLED_WITHIN_MS = 170_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Code of an earlier release, compiled. */
export interface EarlierRelease {
  /** Path of its program. */
  readonly cli: string;
  /** Path of a file of that release, such as a manifest with its keys. */
  readonly pathOf: (file: string) => string;
}

function git(...args: readonly string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio, timeout: GIT_WITHIN_MS });
}

/** MCP_TASKS_TEST_RELEASE, or the last tag of a version before the code that is checked out. */
function toRef(): string {
  const chosen = process.env['MCP_TASKS_TEST_RELEASE'];
  if (chosen !== undefined) return chosen;
  const order = ['--sort=-version:refname', '--merged=HEAD', '--no-contains=HEAD'];
  const [tag = ''] = git('tag', '--list', 'v*', ...order).split('\n');
  return tag === '' ? BEFORE_TAGS : tag;
}

/** The commit of the last release. `undefined`: there is no git, or a shallow clone does not have it. */
export function findEarlierCommit(): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `${toRef()}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: true; readonly optional?: true }>
  >;
}

/** The packages that the program needs, with their versions. */
function toNeeded(lockfile: string): string {
  const { packages } = JSON.parse(lockfile) as Lockfile;
  const needed = Object.entries(packages).filter(([path, at]) => path && !at.dev && !at.optional);
  return needed.map(([path, { version = '' }]) => `${path}@${version}`).join('\n');
}

/** Shares the packages of this clone if the release needs the same, and installs its own otherwise. */
async function providePackages(folder: string, ours: string): Promise<void> {
  const theirs = toNeeded(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  if (theirs === ours) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  else {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', args, { cwd: folder, timeout: INSTALLED_WITHIN_MS });
  }
}

async function compile(folder: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/**/*.ts', 'src/**/*.mjs'],
    outbase: '.',
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // The compiler options of this clone are for type checks.
    tsconfigRaw: {},
  });
}

/** Checks the code of a commit out and compiles it, once for each commit and set of packages. */
export async function buildEarlierRelease(commit: string): Promise<EarlierRelease> {
  const ours = toNeeded(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const folder = await makeOnce('earlier-release', {
    inputs: [commit, root, ours],
    make: async (unfinished) => {
      const archive = join(unfinished, 'release.tar');
      await run('git', ['archive', `--output=${archive}`, commit], {
        cwd: root,
        timeout: GIT_WITHIN_MS,
      });
      await run('tar', ['-xf', archive, '-C', unfinished], { timeout: GIT_WITHIN_MS });
      await rm(archive);
      await providePackages(unfinished, ours);
      await compile(unfinished);
    },
  });
  const pathOf = (file: string): string => join(folder, file);
  return { cli: pathOf('dist/src/cli/main.js'), pathOf };
}

/** Bundles Workflows of the release, once. */
export async function bundleEarlierWorkflows(
  { pathOf }: EarlierRelease,
  workflowsPath: string,
): Promise<string> {
  const path = pathOf(workflowsPath);
  const folder = await makeOnce('earlier-workflows', {
    inputs: [path],
    make: async (unfinished) => {
      const { bundleWorkflows } = await import('../../support/bundle-workflows.js');
      const helper = pathOf('src/workflow/index.ts');
      await writeFile(join(unfinished, 'bundle.cjs'), await bundleWorkflows(path, 'WARN', helper));
    },
  });
  return join(folder, 'bundle.cjs');
}
