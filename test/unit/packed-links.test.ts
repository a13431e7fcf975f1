/** The documents of the tarball lead to files that are in it: on npm's page and in `node_modules` there is no repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** The paths that `npm pack` takes. Newer versions of npm give an object by package name instead of a list. */
function readPackList(): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const packed = JSON.parse(output) as readonly Packed[] | Readonly<Record<string, Packed>>;
  return Object.values(packed)
    .flatMap(({ files }) => files)
    .map(({ path }) => path);
}

const files = readPackList();
const documents = files.filter((path) => path.endsWith('.md'));

/** Relative links of a Markdown text, without their fragments. */
function linksOf(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  return targets
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => target.split('#')[0] ?? '');
}

/** Returns true for a file of the tarball, and for a folder that has some. */
function isPacked(path: string): boolean {
  return files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
}

describe('the documents of the tarball', () => {
  it('are README and docs', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/manifest.md']));
    expect(documents.every((path) => existsSync(join(root, path)))).toBe(true);
  });

  it('lead to files of the tarball', () => {
    const broken = documents.flatMap((document) =>
      linksOf(readFileSync(join(root, document), 'utf8'))
        .map((target) => normalize(join(dirname(document), target)))
        .filter((target) => !isPacked(target))
        .map((target) => `${document}: ${target}`),
    );

    expect(broken).toStrictEqual([]);
  });
});
