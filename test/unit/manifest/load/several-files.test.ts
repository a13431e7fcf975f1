import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { loadManifest, readManifest } from '../../../../src/manifest/load/load-manifest.js';
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

  it('needs no tools in a file whose others have some', async () => {
    const { path } = await folderOf({
      'mcp-tasks.yaml': 'server: server.yaml\n',
      'server.yaml': 'name: shop\n',
      'tools.yaml': toolsFile('a'),
    });

    const paths = ['mcp-tasks.yaml', 'tools.yaml'].map((name) => join(path, name));

    await expect(loadManifest(paths)).resolves.toMatchObject({ server: { name: 'shop' } });
  });

  it('lets defaults hold for the file that they stand in', async () => {
    const { path } = await folderOf({
      'a.yaml': 'defaults: { workflow: { taskQueue: a-queue } }\ntools: { a: { workflow: a } }\n',
      'b.yaml': 'defaults: { workflow: { taskQueue: b-queue } }\ntools: { b: { workflow: b } }\n',
    });

    const { tools } = await loadManifest([join(path, 'a.yaml'), join(path, 'b.yaml')]);

    expect(Array.from(tools.values(), ({ start }) => start.taskQueue)).toStrictEqual([
      'a-queue',
      'b-queue',
    ]);
  });

  it('lets an action act on tasks of a tool of another file', async () => {
    const { path } = await folderOf({
      'a.yaml': toolsFile('a'),
      'b.yaml': 'actions: { approve: { workflow: aFlow, signal: approve } }\n',
    });

    const { actions } = await loadManifest([join(path, 'a.yaml'), join(path, 'b.yaml')]);

    expect([...(actions?.keys() ?? [])]).toStrictEqual(['approve']);
  });

  it('tells what it looks at, also of files that are wrong', async () => {
    const { path } = await folderOf({ 'a.yaml': toolsFile('a'), 'wrong.yaml': 'tools: [' });
    const seen: string[] = [];

    const reading = readManifest([join(path, 'a.yaml'), join(path, 'wrong.yaml')], {
      environment: {},
      onLook: (looked) => seen.push(looked.replace(path, '.')),
    });

    await expect(reading).rejects.toThrow(/wrong\.yaml/);
    expect(seen).toStrictEqual(['./a.yaml', './wrong.yaml']);
  });
});

describe('loadManifest, of several files with problems', () => {
  it('names both places of a tool that is there twice', async () => {
    const folder = await folderOf({ 'a.yaml': toolsFile('a', 'one'), 'b.yaml': toolsFile('one') });

    await expect(problemsOf(folder, 'a.yaml', 'b.yaml')).resolves.toStrictEqual([
      'b.yaml:2:3 tools.one: Duplicate name "one": rename one of them. It is first defined at a.yaml:3:3.',
    ]);
  });

  it('names the place of an action with the name of a tool of another file', async () => {
    const folder = await folderOf({
      'a.yaml': toolsFile('a'),
      'b.yaml': 'actions:\n  a: { workflow: aFlow, signal: s }\n',
    });

    const [problem] = await problemsOf(folder, 'a.yaml', 'b.yaml');

    expect(problem).toMatch(/^b\.yaml:2:3 actions\.a: A tool of this name already exists/);
  });

  it('names the problems of all files, in their order', async () => {
    const folder = await folderOf({
      'a.yaml': toolsFile('a').replace(' }\n', ', x: 1 }\n'),
      'b.yaml': 'tools:\n  b: { workflow: b, y: 2 }\n',
    });

    const problems = await problemsOf(folder, 'a.yaml', 'b.yaml');

    expect(problems).toStrictEqual([
      expect.stringMatching(/^a\.yaml:2:\d+ tools\.a\.x: Unknown key "x"\./),
      expect.stringMatching(/^b\.yaml:2:\d+ tools\.b\.y: Unknown key "y"\./),
    ]);
  });
});
