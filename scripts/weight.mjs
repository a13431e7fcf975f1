/**
 * `npm run weight [-- FOLDER]`: what each promise of promises.txt weighs, in lines of `src` and `test` and in keys, of
 * this repository or of a checkout in FOLDER. `-- --write` puts the table, rounded, into ARCHITECTURE.md. It is a
 * thermometer: no test fails because of a size.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const own = fileURLToPath(new URL('..', import.meta.url));
const TABLE = new URL('promises.txt', import.meta.url);
const SECTION = /(?<=<!-- npm run weight -->\n)[^]*(?=<!-- end of the weight -->)/;
const KINDS = ['src', 'test', 'keys'];

/** The rows of promises.txt: name, and paths by kind. */
export function readRows(text = readFileSync(TABLE, 'utf8')) {
  const rows = [];
  let kind;
  for (const line of text.split('\n').slice(text.split('\n').indexOf(''))) {
    if (line === '') continue;
    if (!line.startsWith(' ')) {
      rows.push({ promise: line, src: [], test: [], keys: [] });
      continue;
    }
    const words = line.trim().split(/\s+/);
    if (KINDS.includes(words[0])) kind = words.shift();
    rows.at(-1)[kind].push(...words);
  }
  return rows;
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .sort();

/** The keys of docs/keys.md: `questions.when` of each tool, `actions.update`, `server.auth.issuers`. */
function keysIn(text) {
  const [, manifest, server] = text.split(/^## .*/m);
  const namesIn = (page, prefix) =>
    page.split(/^### /m).flatMap((group) => {
      const [, path = ''] = /^`([^`]+)`/.exec(group) ?? [];
      const base = path.replaceAll('.NAME', '').replace(/^tools\.?/, '');
      return [...group.matchAll(/^- `(\w+)`/gm)].map(([, key]) =>
        [prefix, base, key].filter(Boolean).join('.'),
      );
    });
  return [...namesIn(manifest, ''), ...namesIn(server, 'server')];
}

/** All that is weighed, by kind: each name with its weight. */
export function readThings(root = own) {
  const weigh = (folder) => (name) => ({
    name,
    weight: readFileSync(join(root, folder, name), 'utf8').split('\n').length - 1,
  });
  return {
    src: filesIn(join(root, 'src')).map(weigh('src')),
    test: filesIn(join(root, 'test')).map(weigh('test')),
    keys: keysIn(readFileSync(join(root, 'docs/keys.md'), 'utf8')).map((name) => ({
      name,
      weight: 1,
    })),
  };
}

/** Whether a path of the table fits a name: a file's path begins with it, a key is it or stands below it. */
const FITS = {
  src: (path, name) => name.startsWith(path),
  test: (path, name) => name.startsWith(path),
  keys: (path, name) => `${name}.`.startsWith(`${path}.`),
};

/** The paths of a kind, with their rows. A test of `unit` is found by the path of `src` that it mirrors. */
function pathsOf(rows, kind) {
  const paths = rows.flatMap((row) => row[kind].map((path) => ({ path, row })));
  if (kind !== 'test') return paths;
  return [
    ...paths,
    ...rows.flatMap((row) =>
      row.src.map((path) => ({ path: `unit/${path}`, row, isMirror: true })),
    ),
  ];
}

/**
 * Weighs each row: `{ promise, src, test, keys }`. `homeless` are things that no path fits, `idle` are paths that have
 * nothing, as no thing is left for which they are the longest.
 */
export function weigh(rows, things) {
  const weights = new Map(
    rows.map((row) => [row, { promise: row.promise, src: 0, test: 0, keys: 0 }]),
  );
  const homeless = [];
  const idle = [];
  for (const kind of KINDS) {
    const paths = pathsOf(rows, kind).sort((one, other) => other.path.length - one.path.length);
    const used = new Set();
    for (const { name, weight } of things[kind]) {
      const home = paths.find(({ path }) => FITS[kind](path, name));
      if (home === undefined) homeless.push(`${kind}: ${name}`);
      else {
        used.add(home);
        weights.get(home.row)[kind] += weight;
      }
    }
    idle.push(
      ...paths
        .filter((path) => !path.isMirror && !used.has(path))
        .map(({ path }) => `${kind}: ${path}`),
    );
  }
  return { weights: [...weights.values()], homeless, idle };
}

const sumOf = (weights) => ({
  promise: 'all',
  ...Object.fromEntries(
    KINDS.map((kind) => [kind, weights.reduce((sum, one) => sum + one[kind], 0)]),
  ),
});

/** A weight as ARCHITECTURE.md shows it: two digits, so that few changes change it. */
const roughly = (weight) => Number(weight.toPrecision(2)).toLocaleString('en');

/** The table of ARCHITECTURE.md, for weights of all rows. */
export const toTable = (weights, write = roughly) =>
  [
    '| Promise | `src` | tests | keys |',
    '| --- | ---: | ---: | ---: |',
    ...[...weights, sumOf(weights)].map(
      ({ promise, src, test, keys }) =>
        `| ${promise} | ${write(src)} | ${write(test)} | ${keys === 0 ? '' : String(keys)} |`,
    ),
  ].join('\n');

async function writeTable(weights) {
  const path = join(own, 'ARCHITECTURE.md');
  const page = readFileSync(path, 'utf8').replace(SECTION, `\n${toTable(weights)}\n\n`);
  writeFileSync(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [argument] = process.argv.slice(2);
  const mayWrite = argument === '--write';
  const { weights, homeless, idle } = weigh(readRows(), readThings(mayWrite ? own : argument));
  if (mayWrite) await writeTable(weights);
  else {
    for (const { promise, src, test, keys } of [...weights, sumOf(weights)])
      process.stdout.write(
        `${promise.padEnd(40)}${String(src).padStart(7)}${String(test).padStart(7)}${String(keys).padStart(5)}\n`,
      );
  }
  for (const name of homeless) process.stderr.write(`In no row: ${name}\n`);
  for (const path of idle) process.stderr.write(`Matches nothing: ${path}\n`);
}
