import { describe, expect, it } from '@jest/globals';

import { type Schema, toSchema } from '../../../src/init/shape-schema.js';
import { ValueShape } from '../../../src/init/value-shape.js';

function shapeOf(values: readonly unknown[]): ValueShape {
  const shape = new ValueShape();
  for (const value of values) shape.add(value);
  return shape;
}

const input = (...values: readonly unknown[]): Schema => toSchema(shapeOf(values));

describe('the schema of an input', () => {
  it('has what was always there as required, in the order in which it came', () => {
    expect(input({ item: 'a', cents: 1 }, { item: 'b', cents: 2, note: 'c' })).toEqual({
      type: 'object',
      required: ['item', 'cents'],
      properties: {
        item: { type: 'string' },
        cents: { type: 'integer' },
        note: { type: 'string' },
      },
    });
  });

  it.each([
    ['whole numbers', [1, 2], { type: 'integer' }],
    ['other numbers among them', [1, 2.5], { type: 'number' }],
    ['null among them', ['a', null], { type: ['string', 'null'] }],
    ['several kinds', ['a', 1, true], { type: ['boolean', 'integer', 'string'] }],
    ['nothing but null', [null], {}],
    ['lists', [['a'], []], { type: 'array', items: { type: 'string' } }],
    ['empty lists', [[]], { type: 'array', items: {} }],
    ['empty objects', [{}], { type: 'object' }],
    [
      'instants',
      ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5+01:00'],
      { type: 'string', format: 'date-time' },
    ],
    ['instants and other texts', ['2026-11-21T10:00:00Z', ''], { type: 'string' }],
    ['what only looks like an instant', ['2026-99-99T10:00:00Z'], { type: 'string' }],
    ['dates without a zone', ['2026-11-21T10:00:00'], { type: 'string' }],
  ])('is told of %s', (_what, values, expected) => {
    expect(input(...values)).toEqual(expected);
  });

  it('ends where values are too deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);

    expect(JSON.stringify(input(deep(500))).length).toBeLessThan(500);
  });
});

describe('names that are data', () => {
  it.each([
    ['one that looks like an ID', [{ 'order-17': 1, total: 2 }]],
    ['other ones each time', [{ ada: 1, bob: 2 }, { carol: 3 }]],
    ['entries of a table', [{ ada: { x: 1 }, bob: { x: 2 }, carol: { x: 3 } }]],
    [
      'very many',
      [
        Object.fromEntries(
          Array.from({ length: 100 }, (_none, index) => [
            `key${'x'.repeat(index % 30)}${'y'.repeat(Math.floor(index / 30))}`,
            1,
          ]),
        ),
      ],
    ],
  ])('are not in a schema: %s', (_what, values) => {
    const schema = input(...values);

    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: { type: expect.any(String) },
    });
    expect(schema).not.toHaveProperty('properties');
    expect(schema).not.toHaveProperty('required');
  });

  it('are told from members that some records have and some have not', () => {
    const schema = input(
      { card: { number: 'x' }, amount: 1 },
      { iban: 'y', amount: 2 },
      { cash: true, amount: 3 },
    );

    expect(Object.keys(schema['properties'] as object)).toEqual(['card', 'amount', 'iban', 'cash']);
  });
});

describe('a schema', () => {
  it('has no value of anybody in it', () => {
    const values = [
      { secret: 'CANARY', list: ['CANARY', 4711], map: { 'CANARY-4711': 'CANARY' }, n: 4711 },
      { secret: 'CANARY', list: [], map: { 'CANARY-4712': { x: 'CANARY' } }, n: 4711.5 },
    ];

    const schema = JSON.stringify(input(...values));

    expect(schema).not.toMatch(/CANARY|4711/);
    expect(schema).not.toMatch(/"(?:enum|const|default|examples?)"/);
  });
});
