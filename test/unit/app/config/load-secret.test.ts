import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  defaultSecretPath,
  loadPreviousSecret,
  loadSecret,
} from '../../../../src/app/config/load-secret.js';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tasks-secret-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A path in a directory that is not there yet. */
function createPath(): string {
  count += 1;
  return join(folder, String(count), 'data', 'secret');
}

const generate = async (path: string): Promise<Uint8Array> =>
  loadSecret({ environment: {}, path, mayGenerate: true });

describe('loadSecret', () => {
  it.each([
    ['of the least length', 'x'.repeat(32)],
    ['that is longer', 'y'.repeat(44)],
    ['of few characters with many bytes', '🔑'.repeat(8)],
  ])('takes a secret %s from the environment, and touches no file', async (_what, secret) => {
    const path = createPath();
    const environment = { TEMPORAL_MCP_TASKS_SECRET: secret };
    const loaded = await loadSecret({ environment, path, mayGenerate: true });

    expect(Buffer.from(loaded).toString()).toBe(secret);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('takes the bytes that base64 stands for, such as those of a generated secret', async () => {
    const path = createPath();
    const generated = await generate(path);
    const kept = (await readFile(path, 'utf8')).trim();
    const environment = { TEMPORAL_MCP_TASKS_SECRET: `base64:${kept}` };
    const loaded = await loadSecret({ environment, path: createPath(), mayGenerate: false });

    expect(Buffer.from(loaded)).toStrictEqual(Buffer.from(generated));
  });

  it('refuses a secret that is too short, without quoting it', async () => {
    const environment = { TEMPORAL_MCP_TASKS_SECRET: 'hunter2'.padEnd(31, 'x') };
    const loading = loadSecret({ environment, path: createPath(), mayGenerate: true });

    await expect(loading).rejects.toThrow(
      /^(?!.*hunter2)TEMPORAL_MCP_TASKS_SECRET has 31 bytes; it needs at least 32\..*openssl rand/,
    );
  });

  it.each([
    ['not set', {}],
    ['empty', { TEMPORAL_MCP_TASKS_SECRET: '' }],
  ])('asks for one that is %s where it may not generate one', async (_what, environment) => {
    const path = createPath();

    await expect(loadSecret({ environment, path, mayGenerate: false })).rejects.toThrow(
      /TEMPORAL_MCP_TASKS_SECRET is not set\..*openssl rand/,
    );
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('generates one of 32 bytes, in a file that only this user can read', async () => {
    const path = createPath();
    const secret = await generate(path);
    const { mode } = await stat(path);

    expect(secret).toHaveLength(32);
    expect(mode & 0o777).toBe(0o600);
    await expect(readFile(path, 'utf8')).resolves.toMatch(/^[\w-]{43}\n$/);
  });

  it('generates another one elsewhere', async () => {
    const [one, two] = await Promise.all([generate(createPath()), generate(createPath())]);

    expect(one).not.toStrictEqual(two);
  });

  it('uses the one that it generated before', async () => {
    const path = createPath();
    const first = await generate(path);

    expect(Buffer.from(await generate(path))).toStrictEqual(Buffer.from(first));
  });

  it('gives one secret to all that generate it at once', async () => {
    const path = createPath();
    const secrets = await Promise.all(Array.from({ length: 16 }, async () => generate(path)));

    expect(secrets.map((secret) => secret.length)).toStrictEqual(secrets.map(() => 32));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  });

  it.each([
    ['is empty', ''],
    ['was cut off', 'c2hvcnQ'],
  ])('says which file to mend when the kept secret %s', async (_what, content) => {
    const path = createPath();
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);

    await expect(generate(path)).rejects.toThrow(path);
  });

  it('does not replace a secret that it cannot read', async () => {
    const path = createPath();
    await mkdir(path, { recursive: true });

    await expect(generate(path)).rejects.toThrow('EISDIR');
  });
});

describe('defaultSecretPath', () => {
  it("is in a directory of this program's", () => {
    expect(isAbsolute(defaultSecretPath())).toBe(true);
    expect(defaultSecretPath()).toMatch(/temporal-mcp-tasks.*secret$/);
  });

  it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['linux', {}, join(homedir(), '.local/share/temporal-mcp-tasks/secret')],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/temporal-mcp-tasks/secret'],
    [
      'linux',
      { XDG_DATA_HOME: 'relative' },
      join(homedir(), '.local/share/temporal-mcp-tasks/secret'),
    ],
    [
      'darwin',
      { XDG_DATA_HOME: '/data' },
      join(homedir(), 'Library/Application Support/temporal-mcp-tasks/secret'),
    ],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/temporal-mcp-tasks/Data/secret'],
  ])('is where %s keeps data of users, with %j', (platform, environment, expected) => {
    expect(defaultSecretPath(platform, environment)).toBe(expected);
  });
});

describe('loadPreviousSecret', () => {
  const load = (text?: string): Uint8Array | undefined =>
    loadPreviousSecret({ TEMPORAL_MCP_TASKS_PREVIOUS_SECRET: text });

  it.each([
    ['not set', undefined],
    ['empty', ''],
  ])('finds none if it is %s', (_what, text) => {
    expect(load(text)).toBeUndefined();
  });

  it.each([
    ['a text', 'with blanks, and commas: 0 ÿ > ? ~ in it'],
    [
      'base64',
      `base64:${Buffer.from('with blanks, and commas: 0 ÿ > ? ~ in it').toString('base64')}`,
    ],
  ])('takes %s', (_what, text) => {
    expect(Buffer.from(load(text) ?? '').toString()).toBe(
      'with blanks, and commas: 0 ÿ > ? ~ in it',
    );
  });

  it('refuses one that is too short, without quoting it', () => {
    expect(() => load('hunter2')).toThrow(
      /^(?!.*hunter2)TEMPORAL_MCP_TASKS_PREVIOUS_SECRET has 7 bytes; it needs at least 32\./,
    );
  });
});
