import { describe, expect, it } from '@jest/globals';

import { decodeText } from '../../../../src/core/value/decode-text.js';

const TEXT = '{"a":"é"}';

describe('a text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ])('is read in %s', (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  it.each([
    ['Latin-1', Buffer.from(TEXT, 'latin1')],
    ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le')],
  ])('is refused in %s', (_encoding, bytes) => {
    expect(() => decodeText(bytes)).toThrow('Save the file as UTF-8');
  });
});
