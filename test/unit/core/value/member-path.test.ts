import { describe, expect, it } from '@jest/globals';

import { readMember } from '../../../../src/core/value/member-path.js';

describe('readMember', () => {
  const value = { a: { b: [{ c: 1 }, null] }, '0': 'zero' };

  it.each<[string | undefined, unknown]>([
    [undefined, value],
    ['a.b.0.c', 1],
    ['a.b.1', null],
    ['0', 'zero'],
    ['a.c', undefined],
    ['a.b.c', undefined],
    ['a.b.2', undefined],
    ['a.b.1.c', undefined],
    ['a.b.length', undefined],
    ['constructor', undefined],
    ['a.__proto__', undefined],
  ])('finds what is at %s', (path, found) => {
    expect(readMember(value, path)).toStrictEqual(found);
  });

  it.each([5, 'text', null, undefined])('finds nothing inside of %j', (scalar) => {
    expect(readMember(scalar, '0')).toBeUndefined();
  });
});
