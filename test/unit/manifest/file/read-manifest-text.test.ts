import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { loadManifest } from '../../../../src/manifest/load/load-manifest.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

const TEXT = 'tools:\n  a: { title: Prüfen, workflow: { type: doIt, taskQueue: q } }\n';

let folder: TestFolder;

beforeAll(async () => {
  folder = await createTestFolder({});
});

afterAll(async () => folder.remove());

async function load(bytes: Buffer) {
  const path = join(folder.path, 'mcp-tasks.yaml');
  await folder.write({ 'mcp-tasks.yaml': bytes });
  return loadManifest(path);
}

describe('a manifest in another encoding', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, as Windows PowerShell writes it', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ])('is read by its mark: %s', async (_what, bytes) => {
    const { tools } = await load(bytes);

    expect(tools.get('a')?.shown).toMatchObject({ title: 'Prüfen' });
  });

  it.each([
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ])('is refused with what to do: %s', async (_what, bytes) => {
    await expect(load(bytes)).rejects.toThrow('is not UTF-8. Save the file as UTF-8.');
  });
});
