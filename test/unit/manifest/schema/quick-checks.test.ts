import { describe, expect, it } from '@jest/globals';

import { hasQuickChecks, isSmall } from '../../../../src/manifest/schema/limited-schema.js';

describe('the checks of a schema', () => {
  it.each([
    ['nothing', {}],
    ['types and bounds', { type: 'object', properties: { a: { type: 'integer', maximum: 3 } } }],
    ['several forms', { anyOf: [{ type: 'string' }, { items: { oneOf: [true, false] } }] }],
    ['a pattern in linear time', { properties: { a: { pattern: '^(a+)+$' } } }],
    ['patterns of names', { patternProperties: { '^x-': { type: 'string' } } }],
    ['another format', { format: 'email' }],
    ['a property that is called as a keyword is', { properties: { pattern: { type: 'string' } } }],
  ])('are quick with %s', (_what, schema) => {
    expect(hasQuickChecks(schema)).toBe(true);
  });

  it.each([
    ['a reference', { items: { $ref: '#' } }],
    ['a dynamic reference', { allOf: [{ $dynamicRef: '#node' }] }],
    ['a pattern with look-ahead', { properties: { a: { pattern: '^(?=a)(a+)+$' } } }],
    ['such a pattern of names', { patternProperties: { '^(?!x)(a+)+$': true } }],
    ['a pattern that is none', { pattern: '(' }],
    ['the format "url"', { anyOf: [{ format: 'url' }] }],
  ])('may take long with %s', (_what, schema) => {
    expect(hasQuickChecks(schema)).toBe(false);
  });
});

describe('a value', () => {
  it.each([
    ['a text', 'a'.repeat(16_000)],
    ['a list', Array.from({ length: 8_000 }, () => 1)],
    ['nothing', undefined],
    ['an object', { name: 'Ada', tags: ['a', 'b'], address: { city: 'London' } }],
  ])('is small when it is %s of few characters', (_what, value) => {
    expect(isSmall(value)).toBe(true);
  });

  it.each([
    ['a long text', 'a'.repeat(17_000)],
    ['a long list', Array.from({ length: 1_000_000 }, () => 1)],
    ['many short texts', { list: Array.from({ length: 5_000 }, () => 'abc') }],
    ['long names', { ['n'.repeat(17_000)]: 1 }],
  ])('is not when it is %s', (_what, value) => {
    expect(isSmall(value)).toBe(false);
  });
});
