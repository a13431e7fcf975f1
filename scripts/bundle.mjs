/**
 * `node scripts/bundle.mjs [FOLDER]`: turns a compiled clone into the published form. It writes the used functions of
 * vendored packages into dist/vendor, and `serve` with its dependencies into dist/bundle. Hosts start `serve` for each
 * conversation, and Node reads few files faster than many. Temporal's packages stay outside: modules of users share
 * them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { noticesOf } from './notices.mjs';
import { VENDORED } from './vendored.mjs';

const [given] = process.argv.slice(2);
const root = given === undefined ? fileURLToPath(new URL('..', import.meta.url)) : resolve(given);
const [modules, vendor, bundle] = ['src', 'vendor', 'bundle'].map((name) =>
  join(root, 'dist', name),
);
const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // Errors and logs name classes, so identifiers aren't minified: `keepNames` would cost time at each start.
  metafile: true,
  absWorkingDir: root,
  logLevel: 'warning',
};

const toUrlPath = (path) => path.replaceAll('\\', '/');

/** Redirects the imports of a package to its file in dist/vendor. Returns the imported names. */
function redirect(name, file) {
  const names = new Set();
  const pattern = new RegExp(`^import \\{([^}]*)\\} from '${name}';$`, 'gm');
  for (const path of readdirSync(modules, { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const module = join(modules, path);
    const source = readFileSync(module, 'utf8');
    const target = toUrlPath(relative(dirname(module), file));
    const redirected = source.replace(pattern, (_, list) => {
      for (const item of list.split(',')) names.add(item.trim().split(' as ')[0]);
      return `import {${list}} from '${target}';`;
    });
    if (redirected.includes(`from '${name}`)) throw new Error(`${path} imports ${name} otherwise.`);
    if (redirected !== source) writeFileSync(module, redirected);
  }
  names.delete('');
  return [...names].sort();
}

async function vendorPackage(name) {
  const outfile = join(vendor, `${basename(name)}.js`);
  const names = redirect(name, outfile);
  if (names.length === 0) return [];
  const stdin = { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: root };
  const { metafile } = await build({ ...common, stdin, outfile, external: ['zod'] });
  return Object.keys(metafile.inputs);
}

/**
 * Modules name files by `import.meta.url`. The bundle is in another folder, so each such URL is replaced by the
 * original one.
 */
const keepPlaces = {
  name: 'keep-places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]dist[\\/]src[\\/].*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(toUrlPath(relative(bundle, path)));
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${place}, import.meta.url).href`,
      );
      return { contents, loader: 'js' };
    });
  },
};

/** Bundles one command only: code shared by several would need twice as many files, at about 1 ms each. */
async function bundleServe() {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(modules, 'cli/programs/serve.js')],
    outdir: bundle,
    splitting: true,
    // CommonJS packages call `require` for Node's modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    // Temporal's Client has to get the interceptors of its own gRPC library.
    external: ['@temporalio/*', '@opentelemetry/*', '@grpc/*'],
    plugins: [keepPlaces],
  });
  return Object.keys(metafile.inputs);
}

rmSync(bundle, { recursive: true, force: true });
mkdirSync(vendor, { recursive: true });
const inputs = [];
for (const name of VENDORED) inputs.push(...(await vendorPackage(name)));
inputs.push(...(await bundleServe()));
writeFileSync(join(bundle, 'LICENSES.txt'), noticesOf(inputs, root));
