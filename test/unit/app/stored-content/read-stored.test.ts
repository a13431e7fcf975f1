import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readStored } from '../../../../src/app/stored-content/read-stored.js';
import type { StoragePlace, StoredContent } from '../../../../src/core/tool/stored-content.js';

const LIMITS = { headers: {}, limitMs: 5_000, maxBytes: 1_000 };

const read = async (
  location: string,
  place: Partial<StoragePlace> & { readonly under: string },
  more: { readonly mimeType?: string; readonly signal?: AbortSignal } = {},
): Promise<StoredContent> =>
  readStored({
    location,
    place: { ...LIMITS, ...place },
    signal: new AbortController().signal,
    ...more,
  });

describe('content in a directory', () => {
  let root: string;
  let under: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'stored-'));
    under = join(root, 'reports');
    mkdirSync(join(under, 'deep'), { recursive: true });
    mkdirSync(join(root, 'secrets'));
    writeFileSync(join(root, 'secrets', 'key'), 'secret');
    writeFileSync(join(under, 'a.csv'), 'a,b\n1,ü\n');
    writeFileSync(join(under, 'deep', 'picture'), Buffer.from([0xff, 0xd8, 0, 1]));
    writeFileSync(join(under, 'large'), 'x'.repeat(1_001));
    symlinkSync(join(under, 'a.csv'), join(under, 'inner'));
    symlinkSync(join(root, 'secrets', 'key'), join(under, 'outer'));
    symlinkSync(join(root, 'secrets'), join(under, 'out'));
    symlinkSync(under, join(root, 'alias'));
    execFileSync('mkfifo', [join(under, 'pipe')]);
  });

  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('is read as text where it is text', async () => {
    expect(await read('a.csv', { under })).toStrictEqual({
      text: 'a,b\n1,ü\n',
      mimeType: 'text/plain',
    });
    expect(await read(join(under, 'a.csv'), { under }, { mimeType: 'text/csv' })).toStrictEqual({
      text: 'a,b\n1,ü\n',
      mimeType: 'text/csv',
    });
  });

  it('is read as bytes where it is none', async () => {
    expect(await read('deep/picture', { under })).toStrictEqual({
      blob: '/9gAAQ==',
      mimeType: 'application/octet-stream',
    });
    expect(await read('a.csv', { under }, { mimeType: 'image/png' })).toMatchObject({
      blob: Buffer.from('a,b\n1,ü\n').toString('base64'),
    });
  });

  it('is found by a link that stays inside, and in a directory that is one', async () => {
    expect(await read('inner', { under })).toMatchObject({ text: 'a,b\n1,ü\n' });
    expect(await read('a.csv', { under: join(root, 'alias') })).toMatchObject({
      text: 'a,b\n1,ü\n',
    });
  });

  it.each([
    'outer',
    'out/key',
    '../secrets/key',
    '/etc/passwd',
    'deep',
    'pipe',
    'file:///etc/passwd',
  ])('is not %s', async (location) => {
    await expect(read(location, { under })).rejects.toMatchObject({
      code: 'misconfigured',
      message: 'The result is stored where this server may not read. Tell its operator.',
    });
  });

  it.each(['nothing', 'a.csv/x', 'deep/nothing'])('is not there: %s', async (location) => {
    await expect(read(location, { under })).rejects.toMatchObject({ code: 'resourceNotFound' });
  });

  it('is not read where it is too large', async () => {
    await expect(read('large', { under })).rejects.toMatchObject({
      code: 'misconfigured',
      message: expect.stringContaining('more than the 1000 bytes'),
    });
    expect(await read('large', { under, maxBytes: 1_001 })).toHaveProperty('text');
  });
});

describe('content behind a URL', () => {
  let server: Server;
  let origin: string;
  const answers = new Map<string, RequestListener>([
    [
      '/reports/a',
      (_request, response) =>
        response.setHeader('content-type', 'text/csv; charset=utf-8').end('a,b'),
    ],
    [
      '/reports/picture',
      (_request, response) => response.setHeader('content-type', 'image/png').end('png'),
    ],
    ['/reports/headers', ({ headers }, response) => response.end(headers.authorization)],
    [
      '/reports/away',
      (_request, response) => response.writeHead(302, { location: '/secret' }).end(),
    ],
    ['/secret', (_request, response) => response.end('secret')],
    ['/reports/large', (_request, response) => response.end('x'.repeat(1_001))],
    [
      '/reports/endless',
      (_request, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write('x'.repeat(500), more);
        };
        more();
      },
    ],
    ['/reports/silent', () => undefined],
    ['/reports/down', (_request, response) => response.writeHead(503).end()],
    ['/reports/refused', (_request, response) => response.writeHead(403).end('who are you?')],
  ]);

  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = answers.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const readUrl = async (
    location: string,
    place: Partial<StoragePlace> = {},
    more: Parameters<typeof read>[2] = {},
  ): Promise<StoredContent> => read(location, { under: `${origin}/reports/`, ...place }, more);

  it('is read as what its server says that it is', async () => {
    expect(await readUrl('a')).toStrictEqual({ text: 'a,b', mimeType: 'text/csv; charset=utf-8' });
    expect(await readUrl('picture')).toStrictEqual({ blob: 'cG5n', mimeType: 'image/png' });
    expect(await readUrl('picture', {}, { mimeType: 'text/plain' })).toStrictEqual({
      text: 'png',
      mimeType: 'text/plain',
    });
  });

  it.each<[string, string]>([
    ['nothing', 'resourceNotFound'],
    ['away', 'misconfigured'],
    ['refused', 'misconfigured'],
    ['down', 'unavailable'],
    ['large', 'misconfigured'],
    ['endless', 'misconfigured'],
    ['../secret', 'misconfigured'],
    ['http://127.0.0.1:1/reports/a', 'misconfigured'],
  ])('is not to be had: %s', async (location, code) => {
    const refused = readUrl(location);

    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.not.toMatchObject({
      message: expect.stringMatching(/http|secret|who/),
    });
  });

  it('is given up when its server takes too long, or cannot be reached', async () => {
    await expect(readUrl('silent', { limitMs: 50 })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(readUrl('a', { under: 'http://127.0.0.1:1/reports/' })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('is given up when the client has gone', async () => {
    const client = new AbortController();
    const reading = readUrl('silent', {}, { signal: client.signal });
    client.abort();

    await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  });
});
