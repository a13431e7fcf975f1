import { describe, expect, it } from '@jest/globals';

import { isQuick, parseExpression } from '../../../../src/manifest/compile/parsed-expression.js';

describe('an expression', () => {
  it.each([
    'customer.name',
    '{ id: id, lines: lines[*].{ sku: sku, cents: price.cents } }',
    "lines[?status == 'done' && contains(tags, 'a')].sku",
    'orders[*].lines[*].sku[]',
    'sort_by(lines, &cents)[-1].sku',
    'map(&sum(cents), lines)',
    '[$caller.subject, id]',
  ])('is quick when it reads each part of the value once: %s', (text) => {
    expect(isQuick(parseExpression(text))).toBe(true);
  });

  it.each([
    'lines[*].{ sku: sku, by: $caller.subject }',
    'lines[?contains($input.ids, id)]',
    'map(&contains($input, @), lines)',
    'let $ids = ids in lines[?contains($ids, id)]',
    "join(', ', lines[*].sku)",
    "pad_left(id, count, '0')",
  ])('may take long otherwise: %s', (text) => {
    expect(isQuick(parseExpression(text))).toBe(false);
  });
});
