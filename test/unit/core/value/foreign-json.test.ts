import { describe, expect, it } from '@jest/globals';

import { parseForeignJson } from '../../../../src/core/value/foreign-json.js';

describe('the JSON of another program', () => {
  it.each([
    ['NaN', 'NaN'],
    [' -Infinity ', '-Infinity'],
  ])('that is nothing but %j is a text, since null would be no value', (text, value) => {
    expect(parseForeignJson(text)).toStrictEqual({ value, hasNonNumbers: true });
  });

  it('has null in the place of a number that JSON does not have', () => {
    expect(parseForeignJson('{"a":NaN,"b":"NaN"}')).toStrictEqual({
      value: { a: null, b: 'NaN' },
      hasNonNumbers: true,
    });
  });

  it.each([
    [String.raw`{"a\ud83d":["b \uDE00","\ud83d\ude00"]}`, { 'a\ufffd': ['b \ufffd', '😀'] }],
    [String.raw`["\\ud83d"]`, [String.raw`\ud83d`]],
    [String.raw`{"a":"\ud83d","n":9007199254740993}`, { a: '\ufffd', n: 9_007_199_254_740_993n }],
  ])('has U+FFFD in the place of half a character: %s', (text, value) => {
    expect(parseForeignJson(text)).toStrictEqual({ value, hasNonNumbers: false });
  });

  it.each(['{"a":1,}', '{\ufeff}', ''])('is refused if it is broken: %j', (text) => {
    expect(() => parseForeignJson(text)).toThrow(SyntaxError);
  });
});
