/** Comments and the documents for maintainers refer to files and names that are there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');

interface Source {
  readonly file: string;
  readonly comments: string;
  readonly names: ReadonlySet<string>;
  readonly exported: readonly string[];
}

function readSource(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const scanner = ts.createScanner(
    ts.ScriptTarget.ESNext,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const comments: string[] = [];
  const names = new Set<string>();
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const token = scanner.getTokenText();
    if (kind === ts.SyntaxKind.Identifier) names.add(token);
    if (/^\/[/*]/.test(token)) comments.push(token);
  }
  const exported = [...text.matchAll(/^export (?:async )?[a-z]+ (\w+)/gm)];
  return {
    file,
    comments: comments.join('\n'),
    names,
    exported: exported.map(([, name = '']) => name),
  };
}

const sources = tracked.filter((file) => /^(src|lab|workflows|activities)\/.*\.ts$/.test(file));
const read = sources.map(readSource);
const exported = new Set(read.flatMap((source) => source.exported));
const named = new Set(read.flatMap(({ names }) => [...names]));

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

function isPath(path: string): boolean {
  return tracked.some((file) => file === path || file.endsWith(`/${path}`));
}

/** The paths in a text that no file of this repository has. */
function deadPaths(file: string, text: string): readonly string[] {
  return matchesOf(text, /(?<![\w./…:@-])([\w./…-]+\.(?:ts|mjs|md))\b/g)
    .filter((path) => !isPath(path))
    .map((path) => `${file}: ${path}`);
}

describe('documents for maintainers', () => {
  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('name files of this repository: %s', (file) => {
    expect(deadPaths(file, readFileSync(join(root, file), 'utf8'))).toStrictEqual([]);
  });
});

describe('comments', () => {
  it('name files of this repository', () => {
    const dead = read.flatMap(({ file, comments }) => deadPaths(file, comments));

    expect(dead).toStrictEqual([]);
  });

  it('link to names that their file uses or another one exports', () => {
    const dead = read.flatMap(({ file, comments, names }) =>
      matchesOf(comments, /\{@link ([\w.]+)/g)
        .filter((link) => {
          const [name = '', ...members] = link.split('.');
          const isName = names.has(name) || exported.has(name);
          return !isName || !members.every((member) => named.has(member));
        })
        .map((link) => `${file}: ${link}`),
    );

    expect(dead).toStrictEqual([]);
  });
});
