import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { isPlainSchema } from '../../../../src/manifest/schema/plain-schema.js';

const dialects = [new Ajv({ strict: false }), new Ajv2020({ strict: false })];

const plain = {
  type: 'object',
  title: 'Order',
  description: 'An order',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 40, format: 'uuid' },
    state: { enum: ['new', 'paid'], default: 'new', examples: ['new'] },
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: 9,
      items: { type: 'integer', minimum: 1, maximum: 9 },
    },
    version: { const: 2 },
    more: { additionalProperties: { type: 'boolean' }, items: true },
  },
};

/** A schema as deep as this. */
function nest(depth: number): object {
  return depth === 0 ? {} : { properties: { a: nest(depth - 1) } };
}

describe('isPlainSchema', () => {
  it('takes common keywords, as both dialects do', () => {
    expect(isPlainSchema(plain)).toBe(true);
    expect(dialects.map((ajv) => ajv.validateSchema(plain))).toStrictEqual([true, true]);
  });

  it('takes the dialect of MCP', () => {
    expect(isPlainSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema' })).toBe(true);
    expect(isPlainSchema({ $schema: 'http://json-schema.org/draft-07/schema#' })).toBe(false);
  });

  it.each([
    { type: 'text' },
    { type: ['string', 'null'] },
    { title: 1 },
    { required: 'id' },
    { required: ['id', 'id'] },
    { minLength: -1 },
    { minLength: 1.5 },
    { minimum: '1' },
    { enum: [] },
    { enum: 'new' },
    { properties: [] },
    { properties: { a: { type: 'text' } } },
    { items: [{}] },
    { additionalProperties: 1 },
    { pattern: '(' },
    { $ref: '#/nowhere' },
    { toString: 1 },
    { constructor: {} },
    nest(30),
    'object',
    null,
  ])('leaves %j to the rules of JSON Schema', (schema) => {
    expect(isPlainSchema(schema)).toBe(false);
  });
});
