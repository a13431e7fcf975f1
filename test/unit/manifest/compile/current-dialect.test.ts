import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { toCurrentDialect } from '../../../../src/manifest/compile/current-dialect.js';

const DRAFT_07 = 'https://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const LINE = { type: 'object', required: ['sku'] };

function currentOf(schema: Readonly<Record<string, unknown>>): object {
  const current = toCurrentDialect(schema);
  if (current.ok) return current.schema;
  throw new Error(current.message);
}

describe('a schema of another dialect', () => {
  it.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['a bound of OpenAPI 3.0', { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    [
      'a bound of OpenAPI 3.0 that is none',
      { maximum: 5, exclusiveMaximum: false },
      { maximum: 5 },
    ],
    ['a name of draft-07', { $schema: DRAFT_07, $id: '#line' }, { $anchor: 'line' }],
    [
      'a list of schemas',
      { $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false },
      { prefixItems: [{ type: 'string' }], maxItems: 1 },
    ],
    [
      'a closed list of 2020-12, which clients of draft-07 would take for an empty one',
      { prefixItems: [LINE, LINE], items: false, maxItems: 1 },
      { prefixItems: [LINE, LINE], maxItems: 1 },
    ],
    [
      'items after the first ones, which clients of draft-07 would hold all items against',
      { prefixItems: [LINE], items: { type: 'number' } },
      { prefixItems: [LINE], unevaluatedItems: { type: 'number' } },
    ],
    [
      'items that are referred to',
      { $defs: { a: { $ref: '#/items' } }, prefixItems: [LINE], items: { type: 'number' } },
      { $defs: { a: { $ref: '#/items' } }, prefixItems: [LINE], items: { type: 'number' } },
    ],
    [
      'items beside others that are evaluated',
      { prefixItems: [LINE], items: LINE, contains: { required: ['sku'] } },
      { prefixItems: [LINE], items: LINE, contains: { required: ['sku'] } },
    ],
    ['items that are one schema', { items: LINE, additionalItems: false }, { items: LINE }],
    [
      'dependencies',
      { dependencies: { card: ['address'], gift: { required: ['text'] } } },
      {
        dependentRequired: { card: ['address'] },
        dependentSchemas: { gift: { required: ['text'] } },
      },
    ],
    [
      'keywords beside a reference, which draft-07 ignores',
      {
        properties: { a: { $ref: '#/definitions/L', minLength: 3, description: 'A.' } },
        $schema: DRAFT_07,
      },
      { properties: { a: { $ref: '#/definitions/L', description: 'A.' } } },
    ],
    [
      'keywords beside a reference, which 2020-12 does not ignore',
      { properties: { a: { $ref: '#/$defs/L', minLength: 3 } }, $schema: DRAFT_2020 },
      { properties: { a: { $ref: '#/$defs/L', minLength: 3 } } },
    ],
    [
      'recursion of 2019-09',
      { $schema: DRAFT_2019, $recursiveAnchor: true, items: { $recursiveRef: '#' } },
      { $dynamicAnchor: 'recursive', items: { $dynamicRef: '#recursive' } },
    ],
    [
      'recursion of 2019-09 without an anchor',
      { $schema: DRAFT_2019, items: { $recursiveRef: '#' } },
      { items: { $ref: '#' } },
    ],
    [
      'a place that has another keyword now',
      { properties: { a: { $ref: '#/properties/b/items/0' }, b: { items: [LINE] } } },
      { properties: { a: { $ref: '#/properties/b/prefixItems/0' }, b: { prefixItems: [LINE] } } },
    ],
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable of named values',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'nullable beside a reference',
      { properties: { a: { $ref: '#/$defs/L', nullable: true } } },
      { properties: { a: { anyOf: [{ $ref: '#/$defs/L' }, { type: 'null' }] } } },
    ],
    ['what is not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    ['an example', { example: { nullable: true } }, { examples: [{ nullable: true }] }],
    [
      'a property called like a keyword',
      { properties: { nullable: { type: 'boolean' }, example: LINE, dependencies: LINE } },
      { properties: { nullable: { type: 'boolean' }, example: LINE, dependencies: LINE } },
    ],
    [
      'a root that refers to a definition',
      { $schema: DRAFT_07, $ref: '#/definitions/L', definitions: { L: LINE } },
      { ...LINE, definitions: { L: LINE } },
    ],
    [
      'a root that refers to itself',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
    ],
    ['a malformed reference', { $ref: '#/%E0%A4%A' }, { $ref: '#/%E0%A4%A' }],
  ])('is written anew: %s', (_what, schema, expected) => {
    const before = JSON.stringify(schema);

    expect(currentOf(schema)).toStrictEqual(expected);
    expect(JSON.stringify(schema)).toBe(before);
  });

  it('is one of 2020-12 afterwards', () => {
    const schema = currentOf({
      $schema: DRAFT_07,
      $id: 'https://example.com/order',
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        pair: { items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      },
    });
    const isValid = new Ajv2020({ strict: false }).compile(schema);

    expect(isValid({ count: 1, pair: ['a', 1] })).toBe(true);
    expect(isValid({ count: 0 })).toBe(false);
    expect(isValid({ pair: ['a', 1, 2] })).toBe(false);
  });

  it.each(['draft-03/schema#', 'draft-04/schema#', 'draft-06/schema', 'schema#'])(
    'is refused if it is %s, with its place',
    (draft) => {
      const $schema = `http://json-schema.org/${draft}`;

      expect(toCurrentDialect({ $defs: { a: { $schema } } })).toStrictEqual({
        ok: false,
        path: ['$defs', 'a', '$schema'],
        message: expect.stringMatching(/written as draft-07, 2019-09 or 2020-12/),
      });
    },
  );

  it('is refused if it has functions inside, as an object of zod 3', () => {
    expect(toCurrentDialect({ _def: { shape: () => ({}) } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('zod-to-json-schema'),
    });
  });
});
