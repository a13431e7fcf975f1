import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import type { InputRules } from '../../../../src/core/tool/tool-definition.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

type Input = Readonly<Record<string, unknown>>;

const INTEGER = { type: 'integer' };

function rulesOf(schema: object): InputRules {
  const tools = { a: { workflow: { type: 'w', taskQueue: 'q' }, input: schema } };
  const rules = parseManifest(JSON.stringify({ tools })).tools.get('a')?.input;
  if (!rules) throw new Error('There is no tool.');
  return rules;
}

/** The arguments of the Workflow, or the places and words of violations. */
async function taken(properties: object, input: Input, more: object = {}): Promise<unknown> {
  const parsed = await rulesOf({ type: 'object', properties, ...more }).parse(input);
  return parsed.ok
    ? parsed.workflowArguments[0]
    : parsed.violations.map(({ path, message }) => `${path} ${message}`);
}

describe('null in place of an argument', () => {
  it.each<[string, object, Input, Input]>([
    ['of a number', { a: INTEGER }, { a: null, b: 1 }, { b: 1 }],
    ['of a text', { a: { type: 'string' } }, { a: null }, {}],
    ['of a choice', { a: { enum: ['x', 'y'] } }, { a: null }, {}],
    ['of a date', { a: { type: 'string', format: 'date' } }, { a: null }, {}],
    ['of a list', { a: { type: 'array' } }, { a: null }, {}],
    ['of an object', { a: { type: 'object' } }, { a: null }, {}],
    [
      'of a nested member',
      { a: { type: 'array', items: { properties: { b: INTEGER } } } },
      { a: [{ b: null }] },
      { a: [{}] },
    ],
    [
      'inside a JSON text',
      { a: { type: 'object', properties: { b: INTEGER } } },
      { a: '{"b":null}' },
      { a: {} },
    ],
    ['of one with a default', { a: { ...INTEGER, default: 10 } }, { a: null }, { a: 10 }],
    ['of a choice of schemas', { a: { anyOf: [INTEGER, { type: 'boolean' }] } }, { a: null }, {}],
  ])('leaves it out: %s', async (_what, properties, input, left) => {
    expect(await taken(properties, input)).toStrictEqual(left);
  });

  it.each<[string, object, Input]>([
    ['by its type', { a: { type: ['integer', 'null'] } }, { a: null }],
    ['by a choice', { a: { anyOf: [INTEGER, { type: 'null' }] } }, { a: null }],
    ['without a type', { a: {} }, { a: null }],
    ['without a property', {}, { a: null }],
  ])('stays where the schema allows it: %s', async (_what, properties, input) => {
    expect(await taken(properties, input)).toStrictEqual(input);
  });

  it('is a missing one where it is required, and no item of a list', async () => {
    expect(await taken({ a: INTEGER }, { a: null }, { required: ['a'] })).toStrictEqual([
      '/a is required',
    ]);
    expect(await taken({ a: { type: 'array', items: INTEGER } }, { a: [null] })).toStrictEqual([
      '/a/0 must be integer',
    ]);
  });

  it('counts as left out before questions and defaults', async () => {
    const rules = rulesOf({
      type: 'object',
      properties: { a: { ...INTEGER, default: 1 }, b: INTEGER },
    });

    expect(await rules.take?.({ a: null, b: '2' })).toStrictEqual({ b: 2 });
    expect(await rules.normalize?.({ a: null, b: '2' })).toStrictEqual({ a: 1, b: 2 });
  });

  it('is left out for a zod object', async () => {
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        a: tool({
          workflow: { definition: async (order: object) => Promise.resolve(order), type: 'w' },
          input: z.object({ n: z.int().optional(), either: z.int().nullable() }),
        }),
      },
    });
    const rules = tools.get('a')?.input;

    expect(await rules?.parse({ n: null, either: null })).toStrictEqual({
      ok: true,
      workflowArguments: [{ either: null }],
    });
    expect(await rules?.take?.({ n: null, either: 'null' })).toStrictEqual({ either: null });
  });
});

describe('an empty text', () => {
  it('leaves out an optional argument that does not take it', async () => {
    const day = { type: 'string', format: 'date' };

    expect(
      await taken({ a: day, b: { enum: ['x'] }, c: INTEGER }, { a: '', b: '', c: '' }),
    ).toStrictEqual({});
    expect(await taken({ a: { type: 'string' } }, { a: '' })).toStrictEqual({ a: '' });
    expect(await taken({ a: day }, { a: '' }, { required: ['a'] })).toStrictEqual([
      '/a must be a date, such as 2026-02-28',
    ]);
  });
});

describe('the arguments that make two calls equal', () => {
  const compare = (schema: object): unknown =>
    rulesOf({ type: 'object', ...schema }).compared?.({ s: 3, toolCallId: 'a' });
  const properties = { s: INTEGER };

  it('lack members that no property declares', () => {
    expect(compare({ properties })).toStrictEqual({ s: 3 });
  });

  it.each([
    ['additionalProperties', { properties, additionalProperties: true }],
    ['patternProperties', { properties, patternProperties: { '^t': {} } }],
    [
      'a choice of schemas',
      { properties, anyOf: [{ required: ['s'] }, { required: ['toolCallId'] }] },
    ],
    ['no properties', {}],
  ])('are all of them with %s', (_what, schema) => {
    expect(compare(schema)).toBeUndefined();
  });
});
