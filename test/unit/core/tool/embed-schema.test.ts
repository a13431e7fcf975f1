import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { allowOthers, requireProperties } from '../../../../src/core/tool/embed-schema.js';
import type { JsonSchema, ObjectSchema } from '../../../../src/core/tool/tool-definition.js';

const LINE = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
const FITTING = { lines: [{ sku: 'a' }] };
const MISFIT = { lines: [{ sku: 1 }] };
const HANDLE: ObjectSchema = { type: 'object', required: ['taskId'] };

const linesOf = ($ref: string): object => ({ lines: { type: 'array', items: { $ref } } });

/** A list of lines, written in all ways in which a schema refers to its parts. */
const WAYS: Readonly<Record<string, ObjectSchema>> = {
  $defs: { type: 'object', $defs: { Line: LINE }, properties: linesOf('#/$defs/Line') },
  definitions: {
    type: 'object',
    definitions: { Line: LINE },
    properties: linesOf('#/definitions/Line'),
  },
  'a list of allOf': {
    type: 'object',
    $defs: { Base: { properties: { lines: { items: LINE } } } },
    allOf: [{ $ref: '#/$defs/Base' }],
  },
  'another property': {
    type: 'object',
    properties: { line: LINE, ...linesOf('#/properties/line') },
  },
  'names that pointers escape': {
    type: 'object',
    $defs: { 'a/b ~c#ü%': LINE },
    properties: linesOf('#/$defs/a~1b%20~0c%23%C3%BC%25'),
  },
  $anchor: {
    type: 'object',
    $defs: { Line: { ...LINE, $anchor: 'line' } },
    properties: linesOf('#line'),
  },
  'an $id of the root': {
    $id: 'https://example.com/order.json',
    type: 'object',
    $defs: { Line: LINE },
    properties: linesOf('order.json#/$defs/Line'),
  },
  'a relative $id': {
    $id: 'order',
    type: 'object',
    $defs: { Line: { ...LINE, $id: 'line' } },
    properties: linesOf('line'),
  },
  'a part with an $id of its own': {
    $id: 'https://example.com/order',
    type: 'object',
    $defs: {
      List: {
        $id: 'https://example.com/list',
        $defs: { Line: { ...LINE, $anchor: 'line' } },
        type: 'array',
        items: { $ref: '#/$defs/Line' },
        minItems: 0,
      },
    },
    properties: { lines: { items: { $ref: 'list#line' } }, more: { $ref: 'list' } },
  },
  'an $id that is a URN': {
    $id: 'urn:example:order',
    type: 'object',
    $defs: { Line: LINE },
    properties: linesOf('urn:example:order#/$defs/Line'),
  },
};

function validatorOf(schema: JsonSchema): (value: unknown) => boolean {
  return new Ajv2020({ strict: false }).compile(JSON.parse(JSON.stringify(schema)) as object);
}

describe('a schema beside that of a handle', () => {
  it.each(Object.entries(WAYS))('refers to its parts by %s', (_, schema) => {
    const before = validatorOf(schema);
    const after = validatorOf(allowOthers(schema, [HANDLE]));

    expect([before(FITTING), before(MISFIT)]).toStrictEqual([true, false]);
    expect([after(FITTING), after(MISFIT)]).toStrictEqual([true, false]);
    expect(after({ ...MISFIT, taskId: 'x' })).toBe(true);
  });

  it('refers to itself by #', () => {
    const tree: ObjectSchema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, children: { items: { $ref: '#' } } },
    };
    const isValid = validatorOf(allowOthers(tree, [HANDLE]));

    expect(isValid({ name: 'a', children: [{ name: 'b', children: [] }] })).toBe(true);
    // A handle is no child.
    expect(isValid({ name: 'a', children: [{ taskId: 'x' }] })).toBe(false);
  });

  it('is extended by a dynamic reference', () => {
    const tree = {
      $id: 'https://example.com/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { children: { items: { $dynamicRef: '#node' } } },
    };
    const named: ObjectSchema = {
      $id: 'https://example.com/named',
      $dynamicAnchor: 'node',
      type: 'object',
      allOf: [{ $ref: 'tree' }],
      required: ['name'],
      $defs: { tree },
    };
    const before = validatorOf(named);
    const after = validatorOf(allowOthers(named, [HANDLE]));

    for (const [value, isValid] of [
      [{ name: 'a', children: [{ name: 'b' }] }, true],
      [{ name: 'a', children: [{}] }, false],
    ] as const) {
      expect([before(value), after(value)]).toStrictEqual([isValid, isValid]);
    }
  });

  it('keeps names and values that look like references, and references to other documents', () => {
    const schema: ObjectSchema = {
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        $id: { const: { $ref: '#/$defs/Line', $id: 'x' } },
        of: { enum: [{ $ref: '#' }], default: { $anchor: 'a' } },
        schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      },
    };

    expect(allowOthers(schema, [])['anyOf']).toStrictEqual([schema]);
  });

  it('leaves its source as it is, where parts are shared, too', () => {
    const shared = { $ref: '#/$defs/Line' };
    const schema: ObjectSchema = {
      type: 'object',
      $defs: { Line: LINE },
      properties: { first: shared, second: shared },
    };
    const { anyOf } = allowOthers(schema, []) as unknown as {
      readonly anyOf: readonly ObjectSchema[];
    };

    const $ref = '#/anyOf/0/$defs/Line';
    expect(anyOf[0]?.['properties']).toStrictEqual({ first: { $ref }, second: { $ref } });
    expect(shared.$ref).toBe('#/$defs/Line');
  });
});

describe('a schema with a further property', () => {
  const added = { task_id: { type: 'string' } };

  it.each(Object.entries(WAYS))('refers to its parts by %s', (_, schema) => {
    const isValid = validatorOf(requireProperties(schema, added));

    expect(isValid({ ...FITTING, task_id: 'x' })).toBe(true);
    expect(isValid(FITTING)).toBe(false);
    expect(isValid({ ...MISFIT, task_id: 'x' })).toBe(false);
  });

  it.each(['#', 'tree', '#tree'])('does not ask its own kind for it: %s', ($ref) => {
    const tree: ObjectSchema = {
      $id: 'tree',
      $anchor: 'tree',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      $defs: { whole: { type: 'string' } },
      properties: { name: { $ref: '#/$defs/whole' }, children: { items: { $ref } } },
    };
    const isValid = validatorOf(requireProperties(tree, added));

    expect(isValid({ task_id: 'x', name: 'a', children: [{ name: 'b', children: [] }] })).toBe(
      true,
    );
    expect(isValid({ task_id: 'x', name: 'a', children: [{ name: 1 }] })).toBe(false);
    expect(isValid({ task_id: 'x', name: 'a', children: [{ name: 'b', task_id: 'x' }] })).toBe(
      false,
    );
    expect(isValid({ name: 'a' })).toBe(false);
  });
});
