import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file below `test`, as a path below it. */
const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'test/').length));
const tests = files.filter((file) => file.endsWith('.test.ts'));

/** Folders right below a folder of `test`. */
function foldersIn(folder: string): string[] {
  return readdirSync(join(root, 'test', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The generations have the same file names for the same things, in `src` and so here. */
const isUnitTestOfGeneration = (file: string): boolean => file.startsWith('unit/mcp/rev');

/** Names that more than one file has, with their paths. */
function sharedNames(paths: readonly string[]): string[][] {
  const names = new Set(paths.map((path) => basename(path)));
  return [...names]
    .map((name) => paths.filter((path) => basename(path) === name))
    .filter((same) => same.length > 1 && !same.every(isUnitTestOfGeneration));
}

/** A suite that judges others is tested itself, in a folder of its own name. */
const tooling = ['bench', 'chaos'];

/** The folder whose tests a folder of `test/unit` has. */
function toSource(folder: string): string {
  return tooling.includes(folder.split('/')[0] ?? '') ? join('lab', folder) : join('src', folder);
}

describe('test/unit', () => {
  it('has a folder for folders of src alone, and of what judges others', () => {
    const folders = new Set(
      tests.filter((file) => file.startsWith('unit/')).map((file) => dirname(file).slice(5)),
    );
    const lost = [...folders].filter((folder) => !existsSync(join(root, toSource(folder))));

    expect(folders.size).toBeGreaterThan(5);
    expect(lost).toStrictEqual([]);
  });
});

describe('test/conformance', () => {
  it('has one folder a revision, and one for what is of every revision', () => {
    const revisions = readdirSync(join(root, 'src/mcp')).filter((name) => name.startsWith('rev'));

    expect(foldersIn('conformance')).toStrictEqual([...revisions, 'every-revision'].sort());
    expect(tests.filter((file) => /^conformance\/[^/]*$/.test(file))).toStrictEqual([]);
  });
});

describe('test/integration', () => {
  it('has folders by behaviour, whatever the revision', () => {
    const folders = foldersIn('integration');

    expect(folders.length).toBeGreaterThan(5);
    expect(folders.filter((name) => name.startsWith('rev'))).toStrictEqual([]);
    expect(tests.filter((file) => /^integration\/[^/]*$/.test(file))).toStrictEqual([]);
  });
});

describe('files of tests', () => {
  it('hold tests, or are in test/support', () => {
    const helpers = files.filter((file) => !file.endsWith('.test.ts'));

    expect(helpers.filter((file) => !file.startsWith('support/'))).toStrictEqual([]);
    expect(tests.filter((file) => file.startsWith('support/'))).toStrictEqual([]);
  });

  it('have names that no other one has', () => {
    expect(sharedNames(files.filter((file) => /\.(ts|mjs)$/.test(file)))).toStrictEqual([]);
  });

  it.each([
    ['tests anywhere', ['unit/core/errors.test.ts', 'integration/tasks/errors.test.ts'], 1],
    ['a test of a generation and another', ['unit/mcp/rev1/a.test.ts', 'unit/core/a.test.ts'], 1],
    ['two generations', ['unit/mcp/rev1/a.test.ts', 'unit/mcp/rev2/a.test.ts'], 0],
  ])('are found to share a name: %s', (_what, paths, expected) => {
    expect(sharedNames(paths)).toHaveLength(expected);
  });
});
