import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  decodeSecret,
  readSecretVariable,
  readVariableFile,
} from '../../../../src/manifest/file/read-variable.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

let folder: TestFolder;
const at = (name: string): string => `${folder.path}/${name}`;

beforeAll(async () => {
  folder = await createTestFolder({
    secret: 'from a file',
    line: 'with a line break\n',
    windows: 'of Windows\r\n',
    inside: 'one\ntwo\n',
    empty: '\n',
    large: 'x'.repeat(70_000),
  });
});
afterAll(async () => folder.remove());

describe('readSecretVariable', () => {
  it('takes the value of a variable as it stands', () => {
    expect(readSecretVariable('TOKEN', { TOKEN: 'value\n' })).toBe('value\n');
  });

  it.each([
    ['as it is', 'secret', 'from a file'],
    ['without the line break at its end', 'line', 'with a line break'],
    ['without the line break of another system', 'windows', 'of Windows'],
    ['with line breaks inside', 'inside', 'one\ntwo'],
  ])('takes the content of a file %s', (_what, name, expected) => {
    expect(readSecretVariable('TOKEN', { TOKEN: '', TOKEN_FILE: at(name) })).toBe(expected);
  });

  it.each([[{}], [{ TOKEN: '' }], [{ TOKEN: '', TOKEN_FILE: '' }]])(
    'finds nothing where neither is set: %j',
    (environment) => {
      expect(readSecretVariable('TOKEN', environment)).toBeUndefined();
    },
  );

  it('refuses to choose where both are set', () => {
    expect(() =>
      readSecretVariable('TOKEN', { TOKEN: 'hunter2', TOKEN_FILE: at('secret') }),
    ).toThrow('TOKEN and TOKEN_FILE are both set: keep one of them.');
  });

  it.each([
    ['is not there', () => at('nowhere'), 'the file cannot be read (ENOENT).'],
    ['is a folder', () => folder.path, 'it does not name a file.'],
    ['is a device without an end', () => '/dev/zero', 'it does not name a file.'],
    ['has nothing in it', () => at('empty'), 'the file is empty.'],
    ['is no secret', () => at('large'), 'the file is larger than 64 KiB.'],
  ])('names the variable, and neither path nor content, where the file %s', (_what, path, why) => {
    let message = '';
    try {
      readSecretVariable('TOKEN', { TOKEN_FILE: path() });
    } catch (error) {
      ({ message } = error as Error);
    }

    expect(message).toBe(`TOKEN_FILE must name a file with a secret, but ${why}`);
    expect(message).not.toContain(folder.path);
  });
});

describe('readVariableFile', () => {
  it('reads the file anew each time', async () => {
    const environment = { TOKEN_FILE: at('changing') };
    await folder.write({ changing: 'one' });
    const first = readVariableFile('TOKEN', environment);
    await folder.write({ changing: 'two' });

    expect([first, readVariableFile('TOKEN', environment)]).toStrictEqual(['one', 'two']);
  });
});

describe('decodeSecret', () => {
  it.each([
    ['as they stand', 'a secret', 'a secret'],
    ['of base64', 'base64:YT8+Pw==', 'a?>?'],
    ['of base64url', 'base64:YT8-Pw', 'a?>?'],
  ])('gives the bytes %s', (_what, text, bytes) => {
    expect(Buffer.from(decodeSecret('KEY', text)).toString()).toBe(bytes);
  });

  it('names the variable, and not the secret, where base64 is none', () => {
    expect(() => decodeSecret('KEY', 'base64:hunter 2')).toThrow(
      /^KEY starts with "base64:", but the rest is not base64\.$/,
    );
  });
});
