import { describe, expect, it } from '@jest/globals';

import {
  argumentsIn,
  readPlace,
  toCallArguments,
} from '../../../../src/core/mapping/call-arguments.js';

describe('toCallArguments', () => {
  it.each<[string, Parameters<typeof toCallArguments>, object]>([
    ['one object', ['object', [{ a: 1, b: 2 }]], { a: 1, b: 2 }],
    [
      'positions',
      [
        ['a', { value: 5 }, 'b'],
        [1, 5, 2],
      ],
      { a: 1, b: 2 },
    ],
    ['other names', [{ first: 'a', second: { value: 5 } }, [{ first: 1, second: 5 }]], { a: 1 }],
    ['what is no object', ['object', ['a']], {}],
    ['nothing that is known', ['object', undefined], {}],
  ])('reads them of %s', (_what, given, expected) => {
    expect(toCallArguments(...given)).toStrictEqual(expected);
  });
});

describe('readPlace', () => {
  it('finds arguments beside members of what was read', () => {
    const read = { value: { a: 1 }, callArguments: { a: { b: 2 } } };

    expect(readPlace(read, 'a')).toBe(1);
    expect(readPlace(read, 'arguments.a.b')).toBe(2);
    expect(readPlace({ value: read.value }, 'arguments.a.b')).toBeUndefined();
    expect(argumentsIn('{a} of {arguments.a.b} and {arguments.c}')).toStrictEqual(['a', 'c']);
  });
});
