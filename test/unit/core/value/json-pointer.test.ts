import { describe, expect, it } from '@jest/globals';

import { toJsonPointer } from '../../../../src/core/value/json-pointer.js';

describe('toJsonPointer', () => {
  it.each([
    [[], ''],
    [['a'], '/a'],
    [['a', 0, 'b'], '/a/0/b'],
    [[''], '/'],
    [['a/b'], '/a~1b'],
    [['a~b'], '/a~0b'],
    [['~1'], '/~01'],
    [['a b"é'], '/a b"é'],
  ])('writes %j as "%s"', (path, expected) => {
    expect(toJsonPointer(path)).toBe(expected);
  });
});
