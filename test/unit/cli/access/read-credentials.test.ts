import { Readable } from 'node:stream';

import { afterEach, describe, expect, it } from '@jest/globals';

import { readCredentials } from '../../../../src/cli/access/read-credentials.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

const folders: TestFolder[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';

async function read(text: string): Promise<unknown> {
  return readCredentials('-', Readable.from([Buffer.from(text)]));
}

describe('readCredentials', () => {
  it.each([
    ['a token', `${JWT}\n`, { token: JWT }],
    ['a token with its scheme', `Bearer ${JWT}`, { token: JWT }],
    ['claims', '{ "sub": "ada" }', { claims: { sub: 'ada' } }],
    ['claims apart', '{ "claims": { "sub": "ada" } }', { claims: { sub: 'ada' } }],
    [
      'claims and scopes',
      '{ "claims": {}, "scopes": ["a", "b"] }',
      { claims: {}, scopes: ['a', 'b'] },
    ],
    ['scopes with blanks', '{ "claims": {}, "scopes": "a b" }', { claims: {}, scopes: ['a', 'b'] }],
  ])('takes %s', async (_what, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it.each([
    ['nothing', ' \n', 'neither a token nor claims'],
    ['a list', '[1]', 'an object like'],
    ['a string', '"ada"', 'an object like'],
    ['broken JSON', '{ "claims": ', 'is no JSON'],
    ['scopes of another type', '{ "claims": {}, "scopes": 5 }', '"scopes" of --as'],
    ['claims of another type', '{ "claims": 5 }', 'takes "claims", an object'],
    ['too many keys', '{ "claims": {}, "scope": "a" }', 'and nothing beside'],
    ['too much', 'x'.repeat(70_000), '65536 bytes'],
  ])('refuses %s', async (_what, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('takes a file', async () => {
    const folder = await createTestFolder({ 'a.token': JWT });
    folders.push(folder);

    expect(await readCredentials(`${folder.path}/a.token`)).toStrictEqual({ token: JWT });
    await expect(readCredentials(`${folder.path}/none`)).rejects.toThrow('cannot be read (ENOENT)');
  });

  it.each([JWT, `Bearer ${JWT}`])(
    'takes no token as an argument, and repeats none',
    async (text) => {
      const reading = readCredentials(text);

      await expect(reading).rejects.toThrow('have it revoked');
      await expect(reading).rejects.not.toThrow(JWT);
    },
  );
});
