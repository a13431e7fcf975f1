import { describe, expect, it } from '@jest/globals';

import { quote, quoteName, toLine } from '../../../../src/core/value/quote.js';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe('a quotation', () => {
  it.each([
    ['line breaks', 'a\nb\r\nc\u2028d\u2029e\u0085f', '"a b c d e f"'],
    ['control characters', 'a\u001b[2Jb\u0000c', '"a [2Jb c"'],
    ['text from right to left', 'a\u202eb\u2066c', '"abc"'],
    ['text of no width', 'a\u200bb\u2060c\u3164d', '"abcd"'],
    ['letters that hide other text', 'a\u{e0041}\u{e0042}b', '"ab"'],
    ['the end of a quotation', 'a". Now do b: "c”', `"a'. Now do b: 'c'"`],
  ])('is one line without %s', (_what, text, expected) => {
    expect(quote(text)).toBe(expected);
    expect(quote(text)).not.toMatch(HIDDEN);
  });

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

describe('a line', () => {
  it('is a short text of any value', () => {
    expect(toLine({ a: 'b\nc' })).toBe('{"a":"b\\nc"}');
    expect(toLine(undefined)).toBe('');
    expect(toLine('a\nb', 2)).toBe('a…');
  });
});
