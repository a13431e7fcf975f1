import { describe, expect, it } from '@jest/globals';

import { toCanonicalJson } from '../../../../src/core/value/canonical-json.js';

describe('toCanonicalJson', () => {
  it.each([
    [{ b: [1, { d: 2, c: 'é' }], a: null }, '{"a":null,"b":[1,{"c":"é","d":2}]}'],
    [[undefined, true], '[null,true]'],
    [{ a: undefined }, '{}'],
    ['x', '"x"'],
    [1.5, '1.5'],
  ])('of %j is %s', (value, expected) => {
    expect(toCanonicalJson(value)).toBe(expected);
  });
});
