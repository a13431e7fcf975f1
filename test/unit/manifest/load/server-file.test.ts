/** The file with the settings of the server, which a manifest names. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import {
  loadManifest,
  parseManifest,
  readManifest,
} from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';
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

/** A tool in one line. */
const toolOf = (name: string): string =>
  `tools: { ${name}: { workflow: { type: ${name}Flow, taskQueue: q } } }\n`;
const TOOL = toolOf('a');
const NAMED = `server: server.yaml\n${TOOL}`;
const NO_PATH =
  'Must be a path. Write the settings of the server into a file of their own, and name it here: "server: server.yaml".';

/** The problems of `mcp-tasks.yaml`, or of the paths, with file names relative to the folder. */
async function problemsIn(
  { path }: TestFolder,
  paths: readonly string[] = ['mcp-tasks.yaml'],
  environment: NodeJS.ProcessEnv = {},
): Promise<string[]> {
  const failure = await loadManifest(
    paths.map((one) => join(path, one)),
    environment,
  ).catch((error: unknown) => error);
  if (!(failure instanceof Error)) return [];
  return failure.message.replaceAll(`${path}/`, '').split('\n');
}

describe('the file with the settings of the server', () => {
  it('is read where a manifest names it', async () => {
    const { path } = await folderOf({
      'mcp-tasks.yaml': NAMED,
      'server.yaml': 'name: shop\ninbox: {}\n',
    });

    const manifest = await loadManifest(join(path, 'mcp-tasks.yaml'), {});

    expect([...manifest.tools.keys()]).toEqual(['a']);
    expect(manifest).toMatchObject({ server: { name: 'shop' }, inbox: { enabled: true } });
  });

  it('is not read where no manifest names it', async () => {
    const { path } = await folderOf({ 'mcp-tasks.yaml': TOOL, 'server.yaml': 'name: shop\n' });

    const { server } = await loadManifest(join(path, 'mcp-tasks.yaml'), {});

    expect(server).toEqual({ name: 'temporal-mcp-tasks' });
  });

  it.each([
    ['beside the manifest', 'teams/server.yaml', 'server.yaml'],
    ['in a folder of it', 'teams/deep/own.yaml', 'deep/own.yaml'],
    ['above it', 'server.yaml', '../server.yaml'],
    ['of any name', 'settings.txt', '../settings.txt'],
  ])('is found from its manifest on: %s', async (_where, place, named) => {
    const { path } = await folderOf({
      'teams/a.yaml': `server: ${named}\n${TOOL}`,
      [place]: 'name: shop\n',
    });

    await expect(loadManifest(join(path, 'teams/a.yaml'), {})).resolves.toMatchObject({
      server: { name: 'shop' },
    });
  });

  it('is found by an absolute path', async () => {
    const { path } = await folderOf({ 'own.yaml': 'name: shop\n' });
    const { path: other } = await folderOf({
      'mcp-tasks.yaml': `server: ${join(path, 'own.yaml')}\n${TOOL}`,
    });

    await expect(loadManifest(join(other, 'mcp-tasks.yaml'), {})).resolves.toMatchObject({
      server: { name: 'shop' },
    });
  });

  it('has variables in its path and its content', async () => {
    const folder = await folderOf({
      'mcp-tasks.yaml': `server: \${STAGE}.yaml\n${TOOL}`,
      'live.yaml': 'name: shop-${STAGE}\nlimits:\n  openTasks: ${TASKS:-7}\n',
      'test.yaml': 'name: ${MISSING}\n',
    });

    await expect(
      loadManifest(join(folder.path, 'mcp-tasks.yaml'), { STAGE: 'live' }),
    ).resolves.toMatchObject({
      server: { name: 'shop-live' },
      limits: { openTasks: 7 },
    });
    await expect(problemsIn(folder)).resolves.toEqual([
      'mcp-tasks.yaml:1:9 The environment variable STAGE is not set: set it, or write ${STAGE:-default}.',
    ]);
    await expect(problemsIn(folder, undefined, { STAGE: 'test' })).resolves.toEqual([
      'test.yaml:1:7 The environment variable MISSING is not set: set it, or write ${MISSING:-default}.',
    ]);
  });

  it.each([
    ['is sound', 'name: shop\n', false],
    ['is wrong', 'name: [\n', true],
    ['is not there', undefined, true],
  ])('is looked at, last, so that a change of it is seen: %s', async (_what, text, isWrong) => {
    const { path } = await folderOf({
      'mcp-tasks.yaml': NAMED,
      'b.yaml': toolOf('b'),
      ...(text !== undefined && { 'server.yaml': text }),
    });
    const seen: string[] = [];

    const reading = readManifest([join(path, 'mcp-tasks.yaml'), join(path, 'b.yaml')], {
      environment: {},
      onLook: (looked) => seen.push(looked.replace(path, '.')),
    });

    await expect(reading.then(() => false).catch(() => true)).resolves.toBe(isWrong);
    expect(seen).toEqual(['./mcp-tasks.yaml', './b.yaml', './server.yaml']);
  });
});

describe('the file with the settings of the server, where it is wrong', () => {
  it.each([
    ['is not there', undefined, 'mcp-tasks.yaml:1:9 server: server.yaml cannot be read (ENOENT).'],
    [
      'is empty',
      '',
      'server.yaml:1:1 The file is empty. Write settings of the server, or leave "server" out of the manifest.',
    ],
    [
      'has a comment alone',
      '# later\n',
      'server.yaml:1:1 The file is empty. Write settings of the server, or leave "server" out of the manifest.',
    ],
    ['is a list', '- a\n', 'server.yaml:1:1 Write a map ("name: value"), without "-" and "[".'],
    [
      'is a text',
      'shop\n',
      'server.yaml:1:1 Write a map, with keys such as name, title, version, instructions.',
    ],
    ['is no YAML', 'name: [ ]]\n', expect.stringMatching(/^server\.yaml:1:10 /)],
    [
      'is a manifest',
      NAMED,
      expect.stringMatching(/^server\.yaml:1:1 server: Unknown key "server"\./),
    ],
    [
      'has a key twice',
      'name: a\nname: b\n',
      'server.yaml:2:1 The key name is a duplicate. Remove or rename one of them.',
    ],
    [
      'has an unknown key',
      'limits:\n  openTask: 5\n',
      'server.yaml:2:3 limits.openTask: Unknown key "openTask". Did you mean "openTasks"?',
    ],
    [
      'has a wrong value, in a list',
      '# Who may come in\ncors:\n  - "*"\n',
      expect.stringMatching(/^server\.yaml:3:5 cors\[0\]: Write an origin /),
    ],
    [
      'lacks a key',
      'name: a\naudit: {}\n',
      expect.stringMatching(/^server\.yaml:2:8 audit\.to: Missing\. /),
    ],
    [
      'has an alias of nothing',
      'inbox: *none\n',
      'server.yaml:1:8 The alias *none has no anchor: write &none before its value.',
    ],
  ])('says with its name and place that it %s', async (_what, text, problem) => {
    const folder = await folderOf({
      'mcp-tasks.yaml': NAMED,
      ...(text !== undefined && { 'server.yaml': text }),
    });

    const [first] = await problemsIn(folder);

    expect(first).toEqual(problem);
  });

  it('is told together with the problems of the manifest, after them', async () => {
    const folder = await folderOf({
      'mcp-tasks.yaml': `server: server.yaml\ntolls: {}\n${TOOL}`,
      'server.yaml': 'nam: x\n',
    });

    await expect(problemsIn(folder)).resolves.toEqual([
      'mcp-tasks.yaml:2:1 tolls: Unknown key "tolls". Did you mean "tools"?',
      'server.yaml:1:1 nam: Unknown key "nam". Did you mean "name"?',
    ]);
  });

  it.each([
    ['a block', 'server: { inbox: {} }\n', '1:1'],
    ['a block, further down', 'version: 1\nserver:\n  name: a\n', '2:1'],
    ['a list', 'server: [server.yaml]\n', '1:1'],
    ['a number', 'server: 5\n', '1:1'],
    ['nothing', 'server:\n', '1:1'],
  ])('is not %s within the manifest', async (_what, line, place) => {
    const folder = await folderOf({ 'mcp-tasks.yaml': `${line}${TOOL}` });

    await expect(problemsIn(folder)).resolves.toEqual([
      `mcp-tasks.yaml:${place} server: ${NO_PATH}`,
    ]);
  });

  it('is no folder', async () => {
    const folder = await folderOf({ 'mcp-tasks.yaml': `server: .\n${TOOL}` });

    await expect(problemsIn(folder)).resolves.toEqual([
      expect.stringMatching(/^mcp-tasks\.yaml:1:9 server: .* cannot be read \(EISDIR\)\.$/),
    ]);
  });
});

describe('the file with the settings of the server, of several manifests', () => {
  it('is one alone', async () => {
    const folder = await folderOf({
      'a.yaml': `server: one.yaml\n${TOOL}`,
      'b.yaml': `${toolOf('b')}server: two.yaml\n`,
      'one.yaml': 'name: one\n',
      'two.yaml': 'name: two\n',
    });

    await expect(problemsIn(folder, ['a.yaml', 'b.yaml'])).resolves.toEqual([
      'b.yaml:2:9 server: one.yaml already has the settings of the server: name only one file.',
    ]);
  });

  it('may be named by each of them, also by another path', async () => {
    const { path } = await folderOf({
      'a.yaml': `server: server.yaml\n${TOOL}`,
      'teams/b.yaml': `server: ../server.yaml\n${toolOf('b')}`,
      'teams/c.yaml': `server: linked.yaml\n${toolOf('c')}`,
      'server.yaml': 'name: shop\n',
    });
    await symlink(join(path, 'server.yaml'), join(path, 'teams', 'linked.yaml'));

    const { server, tools } = await loadManifest(
      ['a.yaml', 'teams/b.yaml', 'teams/c.yaml'].map((name) => join(path, name)),
      {},
    );

    expect(server).toEqual({ name: 'shop' });
    expect([...tools.keys()]).toEqual(['a', 'b', 'c']);
  });
});

describe('the path of the server file', () => {
  it('may come by an alias, or by "<<"', async () => {
    for (const line of ['server: *s\n', '<<: { server: *s }\n']) {
      const { path } = await folderOf({
        'a.yaml': `x-s: &s server.yaml\n${line}${TOOL}`,
        'server.yaml': 'name: shop\n',
      });

      await expect(loadManifest(join(path, 'a.yaml'), {})).resolves.toMatchObject({
        server: { name: 'shop' },
      });
    }
  });

  it.each(['server: ""\n', '<<: { server: { inbox: {} } }\n'])('is refused as in %j', (line) => {
    expect(problemsOf(line + TOOL)).toEqual([`m.yaml:1:1 server: ${NO_PATH}`]);
  });

  it('is told where it leads nowhere, to the manifest itself, or to a second file', async () => {
    const folder = await folderOf({
      'a.yaml': `server: one.yaml\n${TOOL}`,
      'b.yaml': `server: none.yaml\n${toolOf('b')}`,
      'c.yaml': `server: c.yaml\n${toolOf('c')}`,
      'one.yaml': 'name: x\n',
    });

    await expect(problemsIn(folder, ['a.yaml', 'b.yaml', 'c.yaml'])).resolves.toEqual([
      expect.stringMatching(/^b\.yaml:1:9 server: .*none\.yaml cannot be read \(ENOENT\)\.$/),
      'c.yaml:1:9 server: This file has tools: name another one for the settings.',
    ]);
  });
});

describe('parseManifest', () => {
  it('takes the text of the file beside that of the manifest, which need not name it', () => {
    for (const text of [TOOL, NAMED]) {
      expect(parseManifest(text, { server: 'name: shop' }).server).toEqual({ name: 'shop' });
    }
  });

  it('asks for the text of a file that the manifest names', () => {
    expect(problemsOf(NAMED)).toEqual([
      'm.yaml:1:9 server: Only the given text is parsed: pass the text of this file, too.',
    ]);
  });

  it('names the faults of both texts', () => {
    expect(problemsOf(`server: {}\n${TOOL}`, { server: 'name: *a' })).toEqual([
      `m.yaml:1:1 server: ${NO_PATH}`,
      'server.yaml:1:7 The alias *a has no anchor: write &a before its value.',
    ]);
  });
});
