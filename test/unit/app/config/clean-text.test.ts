import { describe, expect, it } from '@jest/globals';

import { cleanLine, cleanLines } from '../../../../src/app/config/clean-text.js';

describe('text of others', () => {
  it.each([
    ['colours', 'a\u001b[31mb\u001b[0m', 'ab'],
    ['a title', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a title that ends otherwise', 'a\u001b]0;owned\u001b\\b', 'ab'],
    ['the clipboard', '\u001b]52;c;cm0=\u0007b', 'b'],
    ['sequences of one character', 'a\u009b2Jb', 'ab'],
    ['another line over this one', 'good\rbad', 'good\nbad'],
    ['a sequence that never ends', 'a\u001b]0;', 'a;'],
    ['words of any language', '日本語 – żółw – 🦊', '日本語 – żółw – 🦊'],
  ])('loses %s', (_what, text, expected) => {
    expect(cleanLines(text)).toBe(expected);
  });

  it.each([
    ['steps back', 'abc\b', String.raw`abc\u{8}`],
    ['writing from right to left', 'a\u202eb\u2066c', String.raw`a\u{202E}b\u{2066}c`],
    ['what cannot be seen', 'a\u200bb\u0000c', String.raw`a\u{200B}b\u{0}c`],
  ])('shows %s', (_what, text, expected) => {
    expect(cleanLines(text)).toBe(expected);
  });

  it('keeps its lines, unless one is wanted', () => {
    expect(cleanLines('a\n\tb')).toBe('a\n  b');
    expect(cleanLine(' a\n\tb ')).toBe('a b');
  });
});
