import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { loadManifest, readManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

const opened: TestFolder[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async ({ remove }) => remove()));
});

async function folderOf(files: Readonly<Record<string, string>>): Promise<TestFolder> {
  const folder = await createTestFolder(files);
  opened.push(folder);
  return folder;
}

function toolsFile(...names: string[]): string {
  const tools = names.map(
    (name) => `  ${name}: { workflow: { type: ${name}Flow, taskQueue: q } }\n`,
  );
  return `tools:\n${tools.join('')}`;
}

function namesOf({ tools }: Manifest): string[] {
  return [...tools.keys()];
}

/** The problems of manifests, with file names relative to the folder. */
async function problemsOf(folder: TestFolder, ...paths: string[]): Promise<string[]> {
  const failure = await loadManifest(
    paths.map((path) => join(folder.path, path)),
    {},
  ).catch((error: unknown) => error);
  return (failure as Error).message.replaceAll(`${folder.path}/`, '').split('\n');
}

describe('loadManifest, of several files', () => {
  it('takes the tools of all, in their order', async () => {
    const { path } = await folderOf({ 'b.yaml': toolsFile('b'), 'a.yaml': toolsFile('a', 'a2') });

    const manifest = await loadManifest([join(path, 'b.yaml'), join(path, 'a.yaml')]);

    expect(namesOf(manifest)).toStrictEqual(['b', 'a', 'a2']);
  });

  it('takes every YAML file of a folder, and no other', async () => {
    const { path } = await folderOf({
      'b.yml': toolsFile('b'),
      'a.yaml': toolsFile('a'),
      '.a.yaml': toolsFile('hidden'),
      'notes.txt': 'no manifest',
      'deep/c.yaml': toolsFile('c'),
    });

    expect(namesOf(await loadManifest(path))).toStrictEqual(['a', 'b']);
  });

  it('includes files relative to the one that names them', async () => {
    const { path } = await folderOf({
      'mcp-tasks.yaml': `include: [teams/*.yaml]\n${toolsFile('own')}`,
      'teams/x.yaml': `include: ['../more/y.yaml']\n${toolsFile('x')}`,
      'teams/z.yaml': toolsFile('z'),
      'more/y.yaml': toolsFile('y'),
    });

    const manifest = await loadManifest(join(path, 'mcp-tasks.yaml'));

    expect(namesOf(manifest)).toStrictEqual(['own', 'x', 'y', 'z']);
  });

  it('needs no tools in a file whose others have some', async () => {
    const { path } = await folderOf({
      'mcp-tasks.yaml': 'server: server.yaml\ninclude: [tools.yaml]\n',
      'server.yaml': 'name: shop\n',
      'tools.yaml': toolsFile('a'),
    });

    await expect(loadManifest(join(path, 'mcp-tasks.yaml'))).resolves.toMatchObject({
      server: { name: 'shop' },
    });
  });

  it('lets defaults hold for the file that they stand in', async () => {
    const { path } = await folderOf({
      'a.yaml': 'defaults: { workflow: { taskQueue: a-queue } }\ntools: { a: { workflow: a } }\n',
      'b.yaml': 'defaults: { workflow: { taskQueue: b-queue } }\ntools: { b: { workflow: b } }\n',
    });

    const { tools } = await loadManifest(path);

    expect(Array.from(tools.values(), ({ taskQueue }) => taskQueue)).toStrictEqual([
      'a-queue',
      'b-queue',
    ]);
  });

  it('lets an action act on tasks of a tool of another file', async () => {
    const { path } = await folderOf({
      'a.yaml': toolsFile('a'),
      'b.yaml': 'actions: { approve: { workflow: aFlow, signal: approve } }\n',
    });

    expect([...((await loadManifest(path)).actions?.keys() ?? [])]).toStrictEqual(['approve']);
  });

  it('reads a file once that is named twice', async () => {
    const { path } = await folderOf({
      'a.yaml': `include: [common.yaml]\n${toolsFile('a')}`,
      'b.yaml': `include: [common.yaml]\n${toolsFile('b')}`,
      'common.yaml': toolsFile('common'),
    });
    await symlink(join(path, 'common.yaml'), join(path, 'zz.yaml'));

    expect(namesOf(await loadManifest(path))).toStrictEqual(['a', 'common', 'b']);
  });

  it('leaves the file out that a pattern of its own matches', async () => {
    const { path } = await folderOf({
      'a.yaml': `include: ['*.yaml']\n${toolsFile('a')}`,
      'b.yaml': toolsFile('b'),
    });

    expect(namesOf(await loadManifest(join(path, 'a.yaml')))).toStrictEqual(['a', 'b']);
  });

  it('tells what it looks at, also of files that are wrong', async () => {
    const { path } = await folderOf({
      'a.yaml': `include: ['teams/*.yaml', wrong.yaml]\n${toolsFile('a')}`,
      'teams/b.yaml': toolsFile('b'),
      'wrong.yaml': 'tools: [',
    });
    const seen: string[] = [];

    const reading = readManifest([join(path, 'a.yaml')], {
      environment: {},
      onLook: (looked) => seen.push(looked.path.replace(path, '.')),
    });

    await expect(reading).rejects.toThrow(/wrong\.yaml/);
    expect(seen).toStrictEqual(['./a.yaml', './teams', './teams/b.yaml', './wrong.yaml']);
  });
});

describe('loadManifest, of several files with problems', () => {
  it('names both places of a tool that is there twice', async () => {
    const folder = await folderOf({ 'a.yaml': toolsFile('a', 'one'), 'b.yaml': toolsFile('one') });

    await expect(problemsOf(folder, 'a.yaml', 'b.yaml')).resolves.toStrictEqual([
      'b.yaml:2:3 tools.one: There are two of the name one: give one of them another. The other one: a.yaml:3:3.',
    ]);
  });

  it('names the place of an action with the name of a tool of another file', async () => {
    const folder = await folderOf({
      'a.yaml': toolsFile('a'),
      'b.yaml': 'actions:\n  a: { workflow: aFlow, signal: s }\n',
    });

    const [problem] = await problemsOf(folder, 'a.yaml', 'b.yaml');

    expect(problem).toMatch(/^b\.yaml:2:3 actions\.a: There is a tool of this name already/);
  });

  it('names the problems of all files, in their order', async () => {
    const folder = await folderOf({
      'a.yaml': `include: [b.yaml]\n${toolsFile('a').replace(' }\n', ', x: 1 }\n')}`,
      'b.yaml': 'tools:\n  b: { workflow: b, y: 2 }\n',
    });

    const problems = await problemsOf(folder, 'a.yaml');

    expect(problems).toStrictEqual([
      expect.stringMatching(/^a\.yaml:3:\d+ tools\.a\.x: Unknown key "x"\./),
      expect.stringMatching(/^b\.yaml:2:\d+ tools\.b\.workflow\.taskQueue: Missing: /),
      expect.stringMatching(/^b\.yaml:2:\d+ tools\.b\.y: Unknown key "y"\./),
    ]);
  });

  it.each([
    [
      'a file that is not there',
      { 'a.yaml': 'include: [no.yaml]\n' },
      'a.yaml:1:11 include[0]: no.yaml cannot be read (ENOENT).',
    ],
    [
      'itself',
      { 'a.yaml': 'include: [a.yaml]\n' },
      'a.yaml:1:11 include[0]: a.yaml includes itself by way of this: leave it out.',
    ],
    [
      'what includes it',
      { 'a.yaml': 'include: [b.yaml]\n', 'b.yaml': 'include: [a.yaml]\n' },
      'b.yaml:1:11 include[0]: a.yaml includes itself by way of this: leave it out.',
    ],
    [
      'a pattern of folders',
      { 'a.yaml': "include: ['*/b.yaml']\n" },
      'a.yaml:1:11 include[0]: */b.yaml cannot be read (only the last part of a path can have "*": name each folder).',
    ],
    [
      'what is no list',
      { 'a.yaml': 'include: b.yaml\ntools: {}\n' },
      'a.yaml:1:10 include: Must be a list, not a text: begin each entry with "- ".',
    ],
  ])('says where a file includes %s', async (_what, files, problem) => {
    const folder = await folderOf(files);

    await expect(problemsOf(folder, 'a.yaml')).resolves.toContain(problem);
  });

  it('takes no more than 16 levels', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 18 }, (_none, level) => [
        `f${level}.yaml`,
        `include: [f${level + 1}.yaml]\n`,
      ]),
    );
    const folder = await folderOf(files);

    const [problem] = await problemsOf(folder, 'f0.yaml');

    expect(problem).toMatch(/^f15\.yaml:1:11 include\[0\]: .* 16 levels deep/);
  });

  it('says of an empty folder that no file is there', async () => {
    const folder = await folderOf({});

    await expect(problemsOf(folder, '')).resolves.toStrictEqual([
      expect.stringMatching(/The manifest cannot be read \(no file is there\)\./),
    ]);
  });
});
