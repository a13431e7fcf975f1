import { describe, expect, it } from '@jest/globals';

import { asks } from '../../../../src/core/mapping/guard.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';

const input = { amount: 600, name: 'Ada', items: [] };

describe('a guard', () => {
  it.each([
    ['amount > `500`', true],
    ['amount > `700`', false],
    ['`false`', false],
    ['missing == `1`', false],
    ['missing > `1`', true],
    ['name > `1`', true],
    ['items', true],
    ['`0`', true],
    ["'false'", true],
    ['abs(name)', true],
  ])('%s decides exactly by false: %s', async (text, isAsked) => {
    expect(await asks(toExpression(text), { input })).toBe(isAsked);
  });

  it('that is absent asks', async () => {
    expect(await asks(undefined, { input })).toBe(true);
  });
});
