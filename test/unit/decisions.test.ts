import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'docs/decisions';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const decisions = readdirSync(join(root, folder)).filter((name) => name !== 'README.md');
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** A text without its code, in which brackets and hashes mean something else. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Every link of the documents to a file of this repository. */
const links = documents.flatMap((document) =>
  [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => ({ document, target })),
);

/** The problem of a link, or `undefined` if its target exists. */
function faultOf({ document, target }: { document: string; target: string }): string | undefined {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? document : join(dirname(document), file);
  if (!existsSync(join(root, path))) return `${document}: there is no ${path}`;
  if (anchor === undefined || anchorsOf(path).includes(anchor)) return undefined;
  return `${document}: ${path} has no heading for #${anchor}`;
}

/** The rows of the index: a number that links to the file, the title, and a line. */
const rows = [
  ...read(`${folder}/README.md`).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\| (.+?) +\|$/gm),
].map(([, number = '', file = '', title = '', line = '']) => ({ number, file, title, line }));

function hasForm(file: string): boolean {
  const text = read(`${folder}/${file}`);
  const headings = text.match(/^## .+$/gm)?.join(', ') ?? '';
  return (
    /^\d{4}(-[a-z0-9]+)+\.md$/.test(file) &&
    /^# \S.*\n\nDate: \d{4}-\d{2}-\d{2}\n/.test(text) &&
    /^## Context, ## Decision, ## Evidence(, ## Consequences)?$/.test(headings) &&
    !/^## .+\n+(## |(?![\s\S]))/m.test(text)
  );
}

describe('the index of the decisions', () => {
  it('lists every file in its order, under its number and title', () => {
    const expected = decisions.toSorted().map((file) => ({
      number: file.slice(0, 4),
      file,
      title: read(`${folder}/${file}`).split('\n')[0]?.replace(/^# /, ''),
    }));

    expect(rows.map(({ number, file, title }) => ({ number, file, title }))).toStrictEqual(
      expected,
    );
  });

  it('gives every number once', () => {
    const numbers = decisions.map((file) => file.slice(0, 4));

    expect(numbers.toSorted()).toStrictEqual([...new Set(numbers)].toSorted());
  });
});

describe('a decision', () => {
  it('has a number, a title, a date and the headings', () => {
    const malformed = decisions.filter((file) => !hasForm(file));

    expect(malformed).toStrictEqual([]);
  });
});

describe('links in the documents', () => {
  it('lead to files and headings that are there', () => {
    expect(links.map(faultOf).filter((fault) => fault !== undefined)).toStrictEqual([]);
  });

  it('are found at all, inside documents and between them', () => {
    const targets = links.map(({ target }) => target);

    expect(targets).toContain('docs/decisions/README.md');
    expect(targets.filter((target) => target.startsWith('#'))).not.toHaveLength(0);
    expect(links.map(({ document }) => basename(document))).toContain('README.md');
  });

  it.each([
    ['a file', 'docs/nowhere.md', 'README.md: there is no docs/nowhere.md'],
    ['a heading', 'docs/generations.md#nowhere', 'has no heading for #nowhere'],
    ['a heading of its own', '#nowhere', 'README.md has no heading for #nowhere'],
  ])('are at fault when %s is missing', (_what, target, fault) => {
    expect(faultOf({ document: 'README.md', target })).toContain(fault);
  });
});
