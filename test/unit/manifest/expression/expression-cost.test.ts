import { describe, expect, it } from '@jest/globals';

import { stepsOf } from '../../../../src/manifest/expression/compile-expression.js';
import { parseExpression } from '../../../../src/manifest/expression/parsed-expression.js';

const stepsOfText = (text: string): number => stepsOf(parseExpression(text), 10);

describe('the steps of an expression', () => {
  it.each([
    'customer.name',
    '{ order: id, total: sum(lines[].cents) }',
    'lines[?cents > `500`] | [0].sku',
    "sort_by(lines, &cents)[0].sku || 'none'",
    'map(&cents, lines[*])',
    '$principal.subject',
    'lines[1:3].sku',
  ])('are in proportion to the value: %s', (text) => {
    expect(stepsOfText(text)).toBeLessThan(200);
  });

  it.each([
    // Each element is held against all others.
    'items[*].length($.items[?id == `-1`])',
    'let $all = items in items[*].length($all)',
    // Texts that are longer than the value.
    "pad_left(id, `400000000`, ' ')",
    'join(id, lines[*].sku)',
    "replace(id, 'a', id)",
    'items[*].to_string(@)',
  ])('are without a bound: %s', (text) => {
    expect(stepsOfText(text)).toBe(Infinity);
  });

  it('grow with each copy that is made of a value', () => {
    expect(stepsOfText(`@${' | [@, @]'.repeat(40)}`)).toBeGreaterThan(2 ** 40);
    expect(stepsOfText('items[*].[$principal]')).toBeGreaterThan(10);
  });
});
