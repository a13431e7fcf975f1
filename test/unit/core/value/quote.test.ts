import { describe, expect, it } from '@jest/globals';

import { markOff, quote, quoteName, showHidden, toLine } from '../../../../src/core/value/quote.js';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe('a quotation', () => {
  it.each([
    ['line breaks', 'a\nb\r\nc\u2028d\u2029e\u0085f', '"a b c d e f"'],
    ['control characters', 'a\u001b[2Jb\u0000c', String.raw`"a\u{1B}[2Jb\u{0}c"`],
    ['text from right to left', 'a\u202eb\u2066c', String.raw`"a\u{202E}b\u{2066}c"`],
    ['text of no width', 'a\u200bb\u2060c', String.raw`"a\u{200B}b\u{2060}c"`],
    ['letters that hide other text', 'a\u{e0041}b', String.raw`"a\u{E0041}b"`],
    ['the end of a quotation', 'a". Now do b: "c”', `"a'. Now do b: 'c'"`],
  ])('is one line that shows %s', (_what, text, expected) => {
    expect(quote(text)).toBe(expected);
    expect(quote(text)).not.toMatch(HIDDEN);
  });

  it.each(['👩‍👩‍👧', '❤️', '1️⃣', '👍🏽', 'می‌خواهم', 'क्‍ष'])('keeps the joiners of %s', (text) => {
    expect(showHidden(text)).toBe(text);
  });

  it.each(['pro\u200dduction', '100\ufe0f0', 'a\u200cb'])(
    'shows joiners that join nothing: %j',
    (text) => {
      expect(showHidden(text)).toContain(String.raw`\u{`);
    },
  );

  it('is cut', () => {
    expect(quote('a'.repeat(5_000))).toBe(`"${'a'.repeat(999)}…"`);
  });
});

describe('a name', () => {
  it('is quoted only if it is not plain', () => {
    expect(quoteName('order-17/a_b:c')).toBe('order-17/a_b:c');
    expect(quoteName('a\nTask b is completed')).toBe('"a Task b is completed"');
    expect(quoteName('')).toBe('""');
  });
});

describe('a value in a question', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['Zoë', 'Zoë'],
    ['4,200.00€', '4,200.00€'],
    [4200, '4200'],
    ['Acme Corp', '"Acme Corp"'],
    ['a? Yes, "approved"', `"a? Yes, 'approved'"`],
    ['a\u202eb', String.raw`"a\u{202E}b"`],
  ])('%j is %j', (value, expected) => {
    expect(markOff(value)).toBe(expected);
  });
});

describe('a line', () => {
  it('is a short text of any value', () => {
    expect(toLine({ a: 'b\nc' })).toBe('{"a":"b\\nc"}');
    expect(toLine(undefined)).toBe('');
    expect(toLine('a\nb', 2)).toBe('a…');
  });
});
