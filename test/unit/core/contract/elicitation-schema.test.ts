import { describe, expect, it } from '@jest/globals';
import { ElicitRequestFormParamsSchema } from '@modelcontextprotocol/sdk/types.js';

import {
  checkElicitationSchema,
  checkElicitedContent,
  type ElicitationSchema,
  isFieldKeyword,
} from '../../../../src/core/contract/elicitation-schema.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const form = (field: unknown, required?: unknown): ElicitationSchema =>
  ({
    type: 'object',
    properties: { a: field },
    ...(required !== undefined && { required }),
  }) as unknown as ElicitationSchema;

const ALLOWED = [
  { type: 'string' },
  { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, default: 'abc' },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'uri' },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'date-time', default: '2026-01-05T09:00:00Z' },
  { type: 'string', enum: ['x', 'y'], default: 'x' },
  { type: 'string', enum: ['x', 'y'], enumNames: ['Ex', 'Why'] },
  { type: 'string', oneOf: [{ const: 'x', title: 'Ex' }] },
  { type: 'number', minimum: 0.5, maximum: 2, default: 1 },
  { type: 'integer', minimum: 0, maximum: 2 },
  { type: 'boolean', default: false },
  { type: 'array', items: { type: 'string', enum: ['x'] }, minItems: 1, maxItems: 1 },
  { type: 'array', items: { anyOf: [{ const: 'x', title: 'Ex' }] }, default: ['x'] },
];

describe('checkElicitationSchema', () => {
  it.each(ALLOWED)('allows the field %j, as the SDK does', (field) => {
    const params = { mode: 'form', message: 'm', requestedSchema: form(field) };

    expect(checkElicitationSchema(form(field))).toStrictEqual([]);
    expect(ElicitRequestFormParamsSchema.safeParse(params).success).toBe(true);
  });

  it.each([
    [{ type: 'object', properties: {} }, 'must be of type string, number'],
    [{ type: 'null' }, 'must be of type string, number'],
    [{ type: ['string', 'null'] }, 'must be of type string, number'],
    [{ type: 'toString' }, 'must be of type string, number'],
    [{}, 'must be of type string, number'],
    ['string', 'must be a schema of one field'],
    [{ type: 'string', format: 'uuid' }, 'may have one of these formats only: email, uri'],
    [{ type: 'string', format: 'constructor' }, 'may have one of these formats only'],
    [
      { type: 'string', pattern: '^a' },
      'cannot have "pattern", which MCP does not allow for a string',
    ],
    [{ type: 'number', multipleOf: 2 }, 'cannot have "multipleOf"'],
    [{ type: 'number', enum: [1] }, 'cannot have "enum"'],
    [{ type: 'boolean', const: true }, 'cannot have "const"'],
    [{ type: 'string', title: 5 }, 'must have a string as "title"'],
    [{ type: 'string', minLength: '1' }, 'must have a number as "minLength"'],
    [{ type: 'string', enum: [] }, 'must list its choices'],
    [{ type: 'string', enum: [1] }, 'must list its choices'],
    [{ type: 'string', oneOf: [{ title: 'x' }] }, 'must list its choices'],
    [{ type: 'array' }, 'must list its choices'],
    [{ type: 'array', items: { type: 'string' } }, 'must list its choices'],
    [{ type: 'boolean', default: 'yes' }, 'has a default that must be true or false'],
    [{ type: 'string', enum: ['x'], default: 'y' }, 'has a default that must be one of ["x"]'],
  ])('refuses the field %j', (field, message) => {
    expect(checkElicitationSchema(form(field))).toStrictEqual([
      { path: '/properties/a', message: expect.stringContaining(message) },
    ]);
  });

  it.each([[undefined], [null], ['form'], [[]], [{ type: 'object' }], [{ type: 'string' }]])(
    'refuses %j, which is no form',
    (schema) => {
      expect(checkElicitationSchema(schema)).toHaveLength(1);
    },
  );

  it('allows a form without fields', () => {
    expect(checkElicitationSchema({ type: 'object', properties: {} })).toStrictEqual([]);
  });

  it.each([
    [['b'], ', which has no "b"'],
    ['a', ', which has no "a"'],
    [['toString'], ', which has no "toString"'],
    [[1], ''],
  ])('refuses %j as required', (required, which) => {
    expect(checkElicitationSchema(form({ type: 'string' }, required))).toStrictEqual([
      { path: '/required', message: `must name properties of the form${which}` },
    ]);
  });
});

describe('checkElicitedContent', () => {
  it.each([
    [{ type: 'string', minLength: 2, maxLength: 2 }, '😀é'],
    [{ type: 'string', format: 'email' }, 'a@b.example'],
    [{ type: 'string', format: 'uri' }, 'mailto:a@b.example'],
    [{ type: 'string', format: 'date' }, '2026-01-05'],
    [{ type: 'string', format: 'date-time' }, '2026-01-05T09:00:00+01:00'],
    [{ type: 'string', oneOf: [{ const: 'x', title: 'Ex' }] }, 'x'],
    [{ type: 'integer' }, 5],
    [{ type: 'number', minimum: 0.5 }, 0.5],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { enum: ['x', 'y'] } }, []],
  ])('%j takes %j', (field, value) => {
    expect(checkElicitedContent(form(field, ['a']), { a: value })).toStrictEqual([]);
  });

  it.each([
    [{ type: 'string' }, 5, 'must be a string'],
    [{ type: 'string', minLength: 2 }, '😀', 'must have at least 2 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [
      { type: 'string', format: 'email' },
      'a at b',
      'must be an e-mail address, such as ada@example.com',
    ],
    [
      { type: 'string', format: 'uri' },
      'b.example',
      'must be an address, such as https://example.com/page',
    ],
    [{ type: 'string', format: 'date' }, '2026-13-05', 'must be a date, such as 2026-02-28'],
    [
      { type: 'string', format: 'date-time' },
      '2026-01-05',
      'must be a date with its time and zone, such as 2026-02-28T09:30:00Z',
    ],
    [{ type: 'string', enum: ['x'] }, 'y', 'must be one of ["x"]'],
    [{ type: 'integer' }, 0.5, 'must be a whole number'],
    [{ type: 'number', minimum: 1 }, 0, 'must be at least 1'],
    [{ type: 'number', maximum: 1 }, 2, 'must be at most 1'],
    [{ type: 'number', maximum: 1_000_000 }, 1e9, 'must be at most 1,000,000'],
    [{ type: 'number' }, '1', 'must be a number'],
    // JSON.parse reads `1e400` as Infinity, which would reach the Workflow as `null`.
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'must be a number'],
    [{ type: 'boolean' }, 'true', 'must be true or false'],
    [{ type: 'array', items: { enum: ['x'] } }, 'x', 'must be a list'],
    [{ type: 'array', items: { enum: ['x'] } }, ['y'], 'must consist of ["x"]'],
    [{ type: 'array', items: { enum: ['x'] }, minItems: 1 }, [], 'must have at least 1 choice'],
    [
      { type: 'array', items: { enum: ['x'] }, maxItems: 1 },
      ['x', 'x'],
      'must have at most 1 choice',
    ],
  ])('%j refuses %j', (field, value, message) => {
    expect(checkElicitedContent(form(field), { a: value })).toStrictEqual([
      { path: '/a', message },
    ]);
  });

  it('cuts a long list of choices where it names them', () => {
    const choices = Array.from({ length: 1_000 }, (_, index) => `choice ${index}`);

    const [violation] = checkElicitedContent(form({ type: 'string', enum: choices }), { a: 'x' });

    expect(violation?.message).toHaveLength('must be one of '.length + 500);
  });

  it('takes no longer for many choices out of many', () => {
    const choices = Array.from({ length: 20_000 }, (_, index) => `choice ${index}`);
    const field = { type: 'array', items: { enum: choices } };
    const a = [...Array.from({ length: 20_000 }, () => choices.at(-1)), 'none'];
    const startedAtMs = spentCpuMs();

    expect(checkElicitedContent(form(field), { a })).toHaveLength(1);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(2_000);
  });

  it('names what is missing, and lets through what the form does not have', () => {
    expect(checkElicitedContent(form({ type: 'string' }, ['a']), { b: 1 })).toStrictEqual([
      { path: '/a', message: 'is required' },
    ]);
  });

  it('does not take members of the prototype for content', () => {
    const schema = { type: 'object', properties: {}, required: ['toString'] } as const;

    expect(checkElicitedContent(schema, {})).toHaveLength(1);
  });

  it.each([[undefined], [null], ['yes'], [[]]])('refuses %j, which is no content', (content) => {
    expect(checkElicitedContent(form({ type: 'string' }), content)).toStrictEqual([
      { path: '', message: 'must be an object' },
    ]);
  });
});

describe('isFieldKeyword', () => {
  it.each([
    { type: 'string', keyword: 'format', value: 'email', isKnown: true },
    { type: 'string', keyword: 'format', value: 'uuid', isKnown: false },
    { type: 'string', keyword: 'pattern', value: '^a', isKnown: false },
    { type: 'integer', keyword: 'minimum', value: 0, isKnown: true },
    { type: 'integer', keyword: 'minLength', value: 0, isKnown: false },
    { type: 'object', keyword: 'type', value: 'object', isKnown: true },
    { type: 'object', keyword: 'properties', value: {}, isKnown: false },
  ])('knows $keyword: $value of a $type: $isKnown', ({ type, keyword, value, isKnown }) => {
    expect(isFieldKeyword(type, keyword, value)).toBe(isKnown);
  });
});
