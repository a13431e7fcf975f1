import { describe, expect, it } from '@jest/globals';

import { parsePayloadJson } from '../../../../src/temporal/link/parse-payload-json.js';

describe('the JSON of a payload', () => {
  it.each([
    ['NaN', 'NaN'],
    [' -Infinity ', '-Infinity'],
  ])('that is nothing but %j is a text, since null would be no value', (text, value) => {
    expect(parsePayloadJson(text)).toStrictEqual({ value, hasNonNumbers: true });
  });

  it('has null in the place of a number that JSON does not have', () => {
    expect(parsePayloadJson('{"a":NaN,"b":"NaN"}')).toStrictEqual({
      value: { a: null, b: 'NaN' },
      hasNonNumbers: true,
    });
  });

  it.each(['{"a":1,}', '\ufeff{}', ''])('is refused if it is broken: %j', (text) => {
    expect(() => parsePayloadJson(text)).toThrow(SyntaxError);
  });
});
