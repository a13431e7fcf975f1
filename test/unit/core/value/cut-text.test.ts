import { describe, expect, it } from '@jest/globals';

import { cutText } from '../../../../src/core/value/cut-text.js';

describe('cutText', () => {
  it.each([
    ['a short text', 'abc', 'abc'],
    ['nothing', '', ''],
    ['a text of just that length', 'abcde', 'abcde'],
    ['a text that is longer by one', 'abcdef', 'abcd…'],
    ['a character that would be cut in two', 'abc🚚d', 'abc…'],
    ['a character that just fits', 'ab🚚de', 'ab🚚…'],
  ])('of at most five: %s', (_what, text, expected) => {
    expect(cutText(text, 5)).toBe(expected);
  });
});
