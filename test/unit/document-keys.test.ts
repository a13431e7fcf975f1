/** Each path of keys that a page names in its prose is one of the manifest, or of the server's file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from '@jest/globals';

import { pages } from '../support/documents.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const REFERENCE = 'docs/keys.md';
const OF_SERVER = '## The settings of the server';
const PATH = /`([a-z][A-Za-z]+(?:\.[a-z][A-Za-z]+)+)(?::[^`]*)?`/g;

/** Names of other things whose first word is a key, too. */
const OTHERS = new Set([
  ...['answer.answeredBy', 'claims.email', 'task.continueAsNew'],
  ...['server.approvals', 'server.httpApp'],
  ...['task.answered', 'task.cancelled', 'task.created'],
  ...['server.yaml', 'server.schema.json', 'state.sqlite', 'temporal.toml'],
]);

/** All paths of keys: each key of the reference behind the places in its heading. */
function readPaths(): readonly string[] {
  const paths: string[] = [];
  let places: readonly string[] = [''];
  let prefix = '';
  for (const line of readFileSync(root + REFERENCE, 'utf8').split('\n')) {
    if (line.startsWith(OF_SERVER)) prefix = '.server';
    if (line.startsWith('## ')) places = [''];
    if (line.startsWith('### '))
      places = [...line.matchAll(/`([^`]+)`/g)].map(([, path]) => `.${path}`);
    const [, key] = /^- `([A-Za-z_]+)`/.exec(line) ?? [];
    if (key === undefined) continue;
    paths.push(...places.map((place) => `${prefix}${place}.${key}`.replaceAll('.NAME', '')));
  }
  return paths;
}

const paths = readPaths();
const keys = new Set(paths.flatMap((path) => path.split('.')));

it.each(pages.filter((page) => page !== REFERENCE))('%s names keys that there are', (page) => {
  const prose = readFileSync(root + page, 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '');
  const unknown = [...prose.matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => keys.has(path.split('.')[0] ?? '') && !OTHERS.has(path))
    .filter((path) => !paths.some((known) => known.endsWith(`.${path}`)));

  expect(unknown).toStrictEqual([]);
});
