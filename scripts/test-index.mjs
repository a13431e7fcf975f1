/**
 * `npm run test:index`: writes test/README.md, which has a line for each folder of tests: the titles of their suites.
 * A unit test checks that it is up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('../test', import.meta.url));
const path = `${root}/README.md`;

/** A title of a suite at the top of a file, also of one for each row of a table. */
const SUITE = /^(?:void )?describe\w*(?:\.each\([^]*?\)|\.\w+|\([^()]*\))*\(\s*(['"`])(.*?)\1/gm;
/** The part of a title that differs between the rows of a table. */
const OF_ROW = /[ ,:]*(?:over|of|by|from|under|to|with|in)? ?(?:%s|\$\{?\w).*$/;

/** The titles of a file's suites; without one that says something by itself, the file's name. */
function titlesOf(file) {
  const found = [...readFileSync(file, 'utf8').matchAll(SUITE)];
  const titles = found
    .map(([, , title]) => title.replace(OF_ROW, '').replace(/,$/, ''))
    .filter(Boolean);
  return titles.length > 0 ? titles : [basename(file, '.test.ts').replaceAll('-', ' ')];
}

function toLine([folder, files]) {
  const titles = [...new Set(files.flatMap(titlesOf))].join('; ');
  return `- [${folder}](${folder}): ${titles}`;
}

export async function toTestIndex() {
  const folders = new Map();
  for (const file of readdirSync(root, { recursive: true }).sort()) {
    if (!file.endsWith('.test.ts') || file.startsWith('unit')) continue;
    const folder = dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), `${root}/${file}`]);
  }
  const text = `# Tests by folder

Written by \`npm run test:index\` from the titles of the suites. \`unit\` isn't here: it mirrors \`src\`.

${[...folders].map(toLine).join('\n')}
`;
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(path, await toTestIndex());
  process.stderr.write(`Wrote ${relative(process.cwd(), path)}.\n`);
}
