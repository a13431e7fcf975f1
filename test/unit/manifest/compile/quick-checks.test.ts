import { describe, expect, it } from '@jest/globals';

import { hasQuickChecks } from '../../../../src/manifest/compile/limited-schema.js';

describe('the checks of a schema', () => {
  it.each([
    ['nothing', {}],
    ['types and bounds', { type: 'object', properties: { a: { type: 'integer', maximum: 3 } } }],
    ['several forms', { anyOf: [{ type: 'string' }, { items: { oneOf: [true, false] } }] }],
    ['a pattern in linear time', { properties: { a: { pattern: '^(a+)+$' } } }],
    ['patterns of names', { patternProperties: { '^x-': { type: 'string' } } }],
    ['another format', { format: 'email' }],
    ['an ID', { $id: 'https://example.com/a', items: { $ref: '#/$defs/a' }, $defs: { a: true } }],
    ['a reference', { items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'string' } } }],
    [
      'two references to one part',
      { prefixItems: [{ $ref: '#/$defs/a~1b' }, { $ref: '#/$defs/a~1b' }], $defs: { 'a/b': true } },
    ],
    ['a property that is called as a keyword is', { properties: { pattern: { type: 'string' } } }],
  ])('are quick with %s', (_what, schema) => {
    expect(hasQuickChecks(schema)).toBe(true);
  });

  it.each([
    ['a reference to itself', { items: { $ref: '#' } }],
    [
      'a cycle of references',
      {
        $ref: '#/$defs/a',
        $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      },
    ],
    ['a reference by a name', { $ref: '#node', $defs: { a: { $anchor: 'node' } } }],
    ['a part with an ID', { items: { $id: 'https://example.com/a', $ref: '#' } }],
    ['a dynamic reference', { allOf: [{ $dynamicRef: '#node' }] }],
    ['a pattern with look-ahead', { properties: { a: { pattern: '^(?=a)(a+)+$' } } }],
    ['such a pattern of names', { patternProperties: { '^(?!x)(a+)+$': true } }],
    ['a pattern that is none', { pattern: '(' }],
    ['the format "url"', { anyOf: [{ format: 'url' }] }],
  ])('may take long with %s', (_what, schema) => {
    expect(hasQuickChecks(schema)).toBe(false);
  });
});
