/**
 * `node scripts/mcpb.mjs FOLDER FILE`: packs an unpacked tarball into one file that hosts install. It takes the
 * tarball's bundle and adds Temporal's packages, since hosts install no dependencies.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packExtension } from '@anthropic-ai/mcpb/cli';
import { build } from 'esbuild';

import { noticesOf } from './notices.mjs';

const [folder, file] = process.argv.slice(2).map((path) => resolve(path));
if (file === undefined) throw new Error('Give the folder of the package, and the file to write.');
const root = fileURLToPath(new URL('..', import.meta.url));
/** The command, and the module that it loads by path, in a thread. */
const ENTRIES = ['bundle/serve.js', 'src/manifest/compile/check-thread.js'];
/** Files that the bundle reads at their paths in the package. */
const FILES = ['LICENSE', 'dist/src/inbox/browser/page.mjs'];
/** `serve` runs without them. Traces and Workers need an installed package. */
const LEFT_OUT = ['@temporalio/worker', '@temporalio/testing', '@opentelemetry/sdk-node'];

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const stage = mkdtempSync(join(tmpdir(), 'mcpb-'));
const write = (path, value) =>
  writeFileSync(join(stage, path), `${JSON.stringify(value, undefined, 2)}\n`);

async function bundleDependencies() {
  const { metafile } = await build({
    entryPoints: ENTRIES.map((path) => join(folder, 'dist', path)),
    outbase: folder,
    outdir: stage,
    // Modules of the bundle name files relative to their own folder.
    chunkNames: 'dist/bundle/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    keepNames: true,
    // The bundle's chunks have side effects. `sideEffects: false` in package.json describes the modules.
    ignoreAnnotations: true,
    external: LEFT_OUT,
    nodePaths: [join(root, 'node_modules')],
    absWorkingDir: folder,
    metafile: true,
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  const bundled = readFileSync(join(folder, 'dist/bundle/LICENSES.txt'), 'utf8');
  const added = noticesOf(Object.keys(metafile.inputs), folder);
  writeFileSync(join(stage, 'dist/bundle/LICENSES.txt'), `${bundled}\n${added}`);
}

try {
  const { name, version, license } = read(join(folder, 'package.json'));
  const template = read(join(root, 'deploy/mcpb/manifest.json'));
  await bundleDependencies();
  for (const path of FILES) {
    mkdirSync(join(stage, path, '..'), { recursive: true });
    cpSync(join(folder, path), join(stage, path));
  }
  const exports = { './package.json': './package.json' };
  write('package.json', { name, version, license, type: 'module', exports });
  write('manifest.json', { ...template, version });
  const isPacked = await packExtension({ extensionPath: stage, outputPath: file, silent: true });
  if (!isPacked) throw new Error('@anthropic-ai/mcpb refuses the manifest: see above.');
} finally {
  rmSync(stage, { recursive: true });
}
