import { describe, expect, it } from '@jest/globals';

import type { Violation } from '../../../../src/core/errors.js';
import type { ObjectSchema } from '../../../../src/core/tool/tool-definition.js';
import { compileSchema } from '../../../../src/manifest/compile/compile-schema.js';

const order: ObjectSchema = {
  type: 'object',
  required: ['sku', 'address'],
  additionalProperties: false,
  properties: {
    sku: { type: 'string', minLength: 2, pattern: '^[a-z-]+$' },
    quantity: { type: 'integer', minimum: 1, maximum: 9 },
    size: { enum: ['s', 'm'] },
    unit: { const: 'piece' },
    mail: { type: 'string', format: 'email' },
    address: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, 'zip/code': { type: 'string' } },
    },
    lines: { type: 'array', maxItems: 2, items: { type: 'object', required: ['n'] } },
  },
};
/** The check of a schema, which returns violations. */
function violationsOf(schema: ObjectSchema): (value: unknown) => readonly Violation[] {
  const check = compileSchema(schema);
  return (value) => check(value).violations;
}

describe('a choice', () => {
  const choose = (keyword: 'anyOf' | 'oneOf', parts: readonly object[]) =>
    violationsOf({ type: 'object', [keyword]: parts });

  it.each([
    ['anyOf', [{ required: ['id'] }, { required: ['name'] }], 'must have id, or name'],
    ['oneOf', [{ required: ['id'] }, { required: ['a', 'b'] }], 'must have id, or a and b'],
  ] as const)('by %s is told in one sentence', (keyword, parts, message) => {
    expect(choose(keyword, parts)({})).toStrictEqual([{ path: '', message }]);
  });

  it('of other rules is told with each of them', () => {
    const broken = choose('anyOf', [{ required: ['id'] }, { minProperties: 1 }])({});

    expect(broken.map(({ path }) => path)).toStrictEqual(['/id', '', '']);
  });
});

const good = { sku: 'tea-cup', address: { city: 'Oslo' } };
const validate = violationsOf(order);

describe('compileSchema', () => {
  it.each([
    ['the required members alone', good],
    ['all members', { ...good, quantity: 9, size: 's', mail: 'a@example.com', lines: [{ n: 1 }] }],
  ])('accepts %s', (_what, value) => {
    expect(validate(value)).toStrictEqual([]);
  });

  it.each([
    [{ lines: '[{"n":1}]' }, '/lines must be array'],
    [{ address: '{"city":"Oslo"}' }, '/address must be object'],
    [{ quantity: '5' }, '/quantity must be integer'],
  ])('tells a model that it has sent JSON text: %j', (sent, misfit) => {
    const said = validate({ ...good, ...sent }).map(({ path, message }) => `${path} ${message}`);

    expect(said).toStrictEqual([`${misfit}, but was sent as JSON text: send the value itself`]);
  });

  it.each([{ lines: 'a' }, { lines: '5' }, { quantity: '5.5' }, { lines: 'null' }])(
    'does not say so of %j',
    (sent) => {
      expect(validate({ ...good, ...sent })).toMatchObject([
        { message: expect.stringMatching(/^must be (array|integer)$/) },
      ]);
    },
  );

  it.each([
    ['required', { address: { city: 'a' } }, '/sku', 'is required'],
    ['required, nested', { ...good, address: {} }, '/address/city', 'is required'],
    ['required, in a list', { ...good, lines: [{ n: 1 }, {}] }, '/lines/1/n', 'is required'],
    ['additionalProperties', { ...good, skuu: 'a' }, '/skuu', 'is not a known property'],
    ['enum', { ...good, size: 'xl' }, '/size', 'must be one of ["s","m"]'],
    ['const', { ...good, unit: 'box' }, '/unit', 'must be equal to constant'],
    ['type', { ...good, quantity: '2' }, '/quantity', 'must be integer'],
    ['type, nested', { ...good, address: { city: 5 } }, '/address/city', 'must be string'],
    ['type, of the whole', [], '', 'must be object'],
    ['minimum', { ...good, quantity: 0 }, '/quantity', 'must be >= 1'],
    ['minLength', { ...good, sku: 'a' }, '/sku', 'must NOT have fewer than 2 characters'],
    ['pattern', { ...good, sku: 'TEA' }, '/sku', 'must match pattern "^[a-z-]+$"'],
    [
      'format',
      { ...good, mail: 'nobody' },
      '/mail',
      'must be an e-mail address, such as ada@example.com',
    ],
    ['maxItems', { ...good, lines: [1, 2, 3].map((n) => ({ n })) }, '/lines', 'must NOT have more'],
  ])('names the place that breaks "%s"', (...[, value, path, message]) => {
    expect(validate(value)).toStrictEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it('knows a property that every object of JavaScript has by itself from one that is given', () => {
    const named: ObjectSchema = {
      type: 'object',
      required: ['constructor'],
      properties: { toString: { type: 'string' }, constructor: { type: 'string' } },
    };

    expect(violationsOf(named)({ constructor: 'Ada' })).toStrictEqual([]);
    expect(violationsOf(named)({})).toStrictEqual([
      { path: '/constructor', message: 'is required' },
    ]);
  });

  it.each([
    ['a slash', { ...good, address: { city: 'a', 'zip/code': 5 } }, '/address/zip~1code'],
    ['a slash, where it is unknown', { ...good, 'a/b': 1 }, '/a~1b'],
    ['a tilde, where it is unknown', { ...good, 'a~b': 1 }, '/a~0b'],
  ])('writes a JSON Pointer for a name with %s', (_what, value, path) => {
    expect(validate(value)).toMatchObject([{ path }]);
  });

  it('names every violation, ten at most', () => {
    const names = Array.from({ length: 20 }, (_, index) => `x${index}`);
    const surplus = Object.fromEntries(names.map((name) => [name, 1]));

    expect(validate({ sku: 5, quantity: 0, address: {} })).toHaveLength(3);
    expect(validate({ ...good, ...surplus })).toHaveLength(10);
  });

  it('keeps apart patterns of one schema', () => {
    const validateTexts = violationsOf({
      type: 'object',
      properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } },
      patternProperties: { '^x': { type: 'string' }, '^y': { type: 'number' } },
    });

    expect(validateTexts({ a: 'a', b: 'b', x: 'x', y: 1 })).toStrictEqual([]);
    expect(validateTexts({ a: 'b', b: 'a', x: 1, y: 'y' })).toHaveLength(4);
  });

  it.each([
    [[1, 2, '1', true, null, [1], { a: 1 }, { a: '1' }], true],
    [
      [
        { a: 1, b: [{ c: 1, d: 2 }] },
        { b: [{ d: 2, c: 1 }], a: 1 },
      ],
      false,
    ],
    [[1, 1.0], false],
    [['é', 'é'], false],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
  ])('of the items %j says whether they are unique: %j', (list, isUnique) => {
    const isUniqueList = violationsOf({
      type: 'object',
      properties: { list: { uniqueItems: true }, any: { uniqueItems: false } },
    });

    expect(isUniqueList({ list, any: [1, 1] })).toHaveLength(isUnique ? 0 : 1);
  });

  it('gives each call its own violations', () => {
    const first = validate({});
    const second = validate(good);

    expect(first).toHaveLength(2);
    expect(second).toHaveLength(0);
  });

  it('reads the dialect of MCP', () => {
    const validateList = violationsOf({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { list: { type: 'array', prefixItems: [{ type: 'string' }] } },
    });

    expect(validateList({ list: ['a', 5] })).toStrictEqual([]);
    expect(validateList({ list: [5] })).toStrictEqual([
      { path: '/list/0', message: 'must be string' },
    ]);
  });

  it('reads what references within the schema lead to', () => {
    const validateTree = violationsOf({
      type: 'object',
      properties: { child: { $ref: '#' }, name: { $ref: '#/$defs/name' } },
      $defs: { name: { type: 'string' } },
    });

    expect(validateTree({ child: { child: { name: 5 } } })).toStrictEqual([
      { path: '/child/child/name', message: 'must be string' },
    ]);
  });

  it('allows keywords of other tools', () => {
    const validateAny = violationsOf({ type: 'object', 'x-ui': { widget: 'text' } });

    expect(validateAny({})).toStrictEqual([]);
  });

  it('compiles a schema with an $id as often as its manifest is loaded', () => {
    const compile = (): unknown =>
      violationsOf({ $id: 'https://example.com/order', type: 'object', required: ['a'] })({});

    expect(compile()).toStrictEqual(compile());
  });

  it.each([
    ['an unknown type', { properties: { a: { type: 'strin' } } }],
    ['a keyword of the wrong type', { required: 'a' }],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/none' } } }],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }],
  ])('refuses a schema with %s', (_what, keywords) => {
    expect(() => violationsOf({ type: 'object', ...keywords })({})).toThrow();
  });
});
