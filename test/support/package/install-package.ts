import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const NPM_TIMEOUT_MS = 240_000;
/** Files of the tarball besides the compiled ones. */
const PARTS = ['package.json', 'README.md', 'LICENSE', 'docs', 'mcp-tasks.yaml', 'server.yaml'];
const COMPILED = ['src', 'workflows', 'activities'];

/** Returns true if npm's registry answers. */
export async function canInstall(): Promise<boolean> {
  try {
    await run('npm', ['ping'], { timeout: 15_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Lays the package out as `npm pack` does, in a separate folder, because other tests run the compiled files.
 *
 * @returns The folder that `npm pack` packs.
 */
export async function stagePackage(folder: string): Promise<string> {
  const stage = join(folder, 'stage');
  mkdirSync(stage, { recursive: true });
  for (const part of PARTS) cpSync(join(root, part), join(stage, part), { recursive: true });
  for (const part of COMPILED) {
    const filter = (path: string): boolean => !path.endsWith('.map');
    cpSync(join(root, 'dist', part), join(stage, 'dist', part), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'));
  for (const script of ['prune-types.mjs', 'bundle.mjs']) {
    await run(process.execPath, [join(root, 'scripts', script), stage]);
  }
  return stage;
}

/** Packs a folder without its scripts. Returns the path of the tarball. */
async function pack(cwd: string, folder: string): Promise<string> {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd, timeout: NPM_TIMEOUT_MS });
  return join(folder, stdout.trim());
}

/** Packs the compiled package. Returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  return pack(await stagePackage(folder), folder);
}

/** Packs the compiled Workflow helper. Returns the path of the tarball. */
export async function packHelper(folder: string): Promise<string> {
  return pack(join(root, 'packages/workflow'), folder);
}

/** Creates an empty project. */
export function createProject(project: string): void {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
}

/** Installs packages, by name or as tarballs, into a project. */
export async function installPackages(project: string, packages: readonly string[]): Promise<void> {
  const args = ['install', ...packages, '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', args, { cwd: project, timeout: NPM_TIMEOUT_MS });
}
