import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

type Input = Readonly<Record<string, unknown>>;

function parse(schema: object, input: Input) {
  const tools = { a: { workflow: { type: 'w', taskQueue: 'q' }, input: schema } };
  return parseManifest(JSON.stringify({ tools })).tools.get('a')?.input.parse(input);
}

/** The arguments with a schema of members; the paths of violations if they are refused. */
async function taken(properties: object, input: Input, more: object = {}): Promise<unknown> {
  const parsed = await parse({ type: 'object', properties, ...more }, input);
  return parsed?.ok ? parsed.workflowArguments[0] : parsed?.violations.map(({ path }) => path);
}

const INTEGER = { type: 'integer' };
const TREE = {
  $defs: {
    tree: {
      type: 'object',
      properties: { n: INTEGER, parts: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    },
  },
};
/** One kind of object or another, told apart by a member. */
const UNION = {
  oneOf: [
    { type: 'object', properties: { kind: { const: 'n' }, value: INTEGER } },
    { type: 'object', properties: { kind: { const: 's' }, value: { type: 'string' } } },
  ].map((one) => ({ ...one, required: ['kind'] })),
};

describe('the JSON text of an argument', () => {
  it.each([
    ['inside a text', { a: { type: 'array', items: INTEGER } }, { a: '["1", 2]' }, { a: [1, 2] }],
    ['with blanks', { a: INTEGER }, { a: ' 5 ' }, { a: 5 }],
    ['of a whole number with a point', { a: INTEGER }, { a: '5.0' }, { a: 5 }],
    ['under a name with a slash', { 'a/b~c': INTEGER }, { 'a/b~c': '5' }, { 'a/b~c': 5 }],
    ['by several types', { a: { type: ['array', 'null'] } }, { a: '[]' }, { a: [] }],
    ['of null', { a: { type: ['integer', 'null'] } }, { a: 'null' }, { a: null }],
    ['of an allowed value', { a: { type: 'integer', enum: [1, 2] } }, { a: '2' }, { a: 2 }],
    [
      'in a union, by its kind',
      { a: UNION },
      { a: { kind: 'n', value: '5' } },
      { a: { kind: 'n', value: 5 } },
    ],
  ])('is taken: %s', async (_what, properties, input, arguments_) => {
    expect(await taken(properties, input)).toStrictEqual(arguments_);
  });

  it.each([
    ['in a union, by its kind', { a: UNION }, { a: { kind: 's', value: '5' } }],
    ['beside a type of its own', { a: { type: ['integer', 'string'] } }, { a: '5' }],
    ['without a type', { a: {} }, { a: '{"x":1}' }],
  ])('stays a text where a string is allowed: %s', async (_what, properties, input) => {
    expect(await taken(properties, input)).toStrictEqual(input);
  });

  it.each([
    ['of a value that is not allowed', { a: { type: 'integer', enum: [1, 2] } }, { a: '3' }],
    ['beyond a limit', { a: { type: 'integer', maximum: 4 } }, { a: '5' }],
    [
      'where some strings are allowed',
      { a: { anyOf: [INTEGER, { type: 'string', pattern: '^x' }] } },
      { a: '5' },
    ],
    ['with a rounded fraction', { a: { type: 'number' } }, { a: '12345678901234567.89' }],
    ['in other digits', { a: INTEGER }, { a: '9.007199254740993e15' }],
    [
      'with a number that would lose digits',
      { a: { type: 'array' } },
      { a: '[12345678901234567890]' },
    ],
    ['with a number beyond all numbers', { a: { type: 'number' } }, { a: '1e400' }],
    ['with half a character', { a: { type: 'array' } }, { a: String.raw`["\ud800"]` }],
    ['with too many levels', { a: { type: 'array' } }, { a: `${'['.repeat(65)}${']'.repeat(65)}` }],
    ['with too many members', { a: { type: 'array' } }, { a: `[${'0,'.repeat(10_000)}0]` }],
  ])('is not taken: %s', async (_what, properties, input) => {
    expect(await taken(properties, input)).toStrictEqual(expect.arrayContaining(['/a']));
  });

  it('is not taken with too many others', async () => {
    const text = `[${'0,'.repeat(6_000)}0]`;
    const array = { type: 'array' };

    expect(await taken({ a: array, b: array }, { a: text, b: text })).toStrictEqual(['/a', '/b']);
  });

  it('is taken although another argument is refused, which alone is named', async () => {
    expect(await taken({ a: INTEGER, b: INTEGER }, { a: '5', b: 'x' })).toStrictEqual(['/b']);
    expect(await taken({ a: INTEGER, c: {} }, { a: '5' }, { required: ['c'] })).toStrictEqual([
      '/c',
    ]);
  });

  it.each([
    ['a limit', { type: 'integer', minimum: 1 }, '0', 'must be >= 1'],
    ['a choice', { type: 'integer', enum: [1, 2] }, '3', 'must be one of [1,2]'],
    [
      '[] for an object that needs a member',
      { type: 'object', required: ['n'] },
      [],
      'is required',
    ],
  ])('is judged as what it means: %s', async (_what, schema, sent, message) => {
    const parsed = await parse({ type: 'object', properties: { a: schema } }, { a: sent });

    expect(parsed).toMatchObject({ ok: false, violations: [{ message }] });
  });

  it('is left out if it is null', async () => {
    const parsed = await parse({ type: 'object', properties: { a: INTEGER } }, { a: 'null' });

    expect(parsed).toMatchObject({ ok: true });
  });

  it('is judged as what it means', async () => {
    const sent = { a: '["1", "x"]' };
    const parsed = await parse(
      { type: 'object', properties: { a: { type: 'array', items: INTEGER } } },
      sent,
    );

    expect(parsed).toStrictEqual({
      ok: false,
      violations: [
        {
          path: '/a/1',
          message: 'must be integer',
        },
      ],
    });
    expect(sent).toStrictEqual({ a: '["1", "x"]' });
  });

  it('is taken at any depth of a schema that refers to itself', async () => {
    const input = { tree: { n: 1, parts: '[{"n": "2", "parts": "[]"}]' } };
    const properties = { tree: { $ref: '#/$defs/tree' } };

    expect(await taken(properties, input, TREE)).toStrictEqual({
      tree: { n: 1, parts: [{ n: 2, parts: [] }] },
    });
    expect(await taken(properties, { tree: '{"n": "x"}' }, TREE)).toStrictEqual(['/tree/n']);
  });

  it('is taken by a zod object, unless zod takes the text', async () => {
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        a: tool({
          workflow: {
            definition: async (order: object) => Promise.resolve(order),
            type: 'w',
          },
          input: z.object({
            tags: z.array(z.string()).default([]),
            count: z.int(),
            either: z.union([z.string(), z.array(z.string())]).optional(),
            coerced: z.coerce.number().optional(),
          }),
        }),
      },
    });
    const sent = { tags: '["a"]', count: '5', either: '["a"]', coerced: '7' };
    const definition = tools.get('a');

    expect(await definition?.input.parse(sent)).toStrictEqual({
      ok: true,
      workflowArguments: [{ tags: ['a'], count: 5, either: '["a"]', coerced: 7 }],
    });
    expect(await definition?.input.normalize?.({ count: '5' })).toStrictEqual({
      tags: [],
      count: 5,
    });
    expect(await definition?.input.parse({ count: '5.5' })).toMatchObject({ ok: false });
  });
});
