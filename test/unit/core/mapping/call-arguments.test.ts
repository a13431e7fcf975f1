import { describe, expect, it } from '@jest/globals';

import { namesCarried, toCallArguments } from '../../../../src/core/mapping/call-arguments.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';

const [a, b, whole] = ['a', 'b', '$input'].map((text) => toExpression(text));
if (!a || !b || !whole) throw new Error('There are three.');

describe('toCallArguments', () => {
  it.each<[string, Parameters<typeof toCallArguments>, object]>([
    ['one object', ['input', [{ a: 1, b: 2 }]], { a: 1, b: 2 }],
    [
      'positions',
      [
        [a, { value: 5 }, b],
        [1, 5, 2],
      ],
      { a: 1, b: 2 },
    ],
    [
      'other names',
      [[{ members: { first: a, second: { value: 5 } } }], [{ first: 1, second: 5 }]],
      { a: 1 },
    ],
    [
      'all of them in one',
      [
        [{ value: 1 }, whole],
        [1, { a: 1 }],
      ],
      { a: 1 },
    ],
    ['what is no object', ['input', ['a']], {}],
    ['nothing that is known', ['input', undefined], {}],
  ])('reads them of %s', (_what, given, expected) => {
    expect(toCallArguments(...given)).toStrictEqual(expected);
  });

  it('reads none that an expression has changed', () => {
    const layout = [toExpression('length(a)'), toExpression('b.c'), toExpression('$caller.name')];

    expect(namesCarried(layout)).toStrictEqual([]);
    expect(toCallArguments(layout, [1, 2, 3])).toStrictEqual({});
  });
});
