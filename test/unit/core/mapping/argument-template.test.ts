import { describe, expect, it } from '@jest/globals';

import {
  fillTemplate,
  literalsIn,
  placeholdersIn,
  soleNameIn,
} from '../../../../src/core/mapping/argument-template.js';

describe('a template', () => {
  it.each([
    ['order-{order_id}', ['order_id'], ['order-', '']],
    ['{a}/{b}{a}!', ['a', 'b', 'a'], ['', '/', '', '!']],
    ['nothing { } {} { a } here', [], ['nothing { } {} { a } here']],
    ['{"a": 1} or {a: 1} or {a, b}', [], ['{"a": 1} or {a: 1} or {a, b}']],
    [
      '在庫 {数量} 個, {größe}{order-id}',
      ['数量', 'größe', 'order-id'],
      ['在庫 ', ' 個, ', '', ''],
    ],
    ['{order id}', ['order id'], ['', '']],
    ['', [], ['']],
  ])('of %j has the placeholders %j between %j', (template, names, literals) => {
    expect(placeholdersIn(template)).toStrictEqual(names);
    expect(literalsIn(template)).toStrictEqual(literals);
  });

  it('is filled in once: what is filled in is no template', () => {
    expect(fillTemplate('{a}-{b}', (name) => (name === 'a' ? '{b}' : '$&'))).toBe('{b}-$&');
  });

  it.each([
    ['{a}', 'a'],
    ['{a}{a}', undefined],
    ['x{a}', undefined],
    ['a', undefined],
    ['', undefined],
  ])('%j stands for one argument alone: %j', (template, name) => {
    expect(soleNameIn(template)).toBe(name);
  });
});
