import { describe, expect, it } from '@jest/globals';

import { readWrittenChoices, toFormChoices } from '../../../../src/core/contract/form-choices.js';

const RED = { value: 'r', title: 'Red' };
const BLUE = { value: 'b', title: 'b' };

describe('toFormChoices', () => {
  it.each([
    ['enum with names', { enum: ['r', 'b'], enumNames: ['Red'] }],
    ['an empty name', { enum: ['r', 'b'], enumNames: ['Red', ''] }],
    ['oneOf', { oneOf: [{ const: 'r', title: 'Red' }, { const: 'b' }] }],
    [
      'anyOf',
      {
        anyOf: [
          { const: 'r', title: 'Red' },
          { const: 'b', title: 7 },
        ],
      },
    ],
    ['enum beside oneOf', { enum: ['r', 'b'], enumNames: ['Red'], oneOf: [{ const: 'x' }] }],
    ['what is no text among them', { enum: ['r', 1, 'b'], enumNames: ['Red'] }],
  ])('reads %s', (_name, schema) => {
    expect(toFormChoices({ type: 'string', ...schema })).toStrictEqual([RED, BLUE]);
    expect(toFormChoices({ type: 'array', items: schema })).toStrictEqual([RED, BLUE]);
  });

  it('offers nothing where nothing is to be chosen', () => {
    expect(toFormChoices({ type: 'string' })).toBeUndefined();
    expect(toFormChoices({ type: 'array', items: 'r' })).toBeUndefined();
  });
});

describe('readWrittenChoices', () => {
  it('finds none in what is no list', () => {
    expect(readWrittenChoices({ enum: 'r' })).toStrictEqual([]);
    expect(readWrittenChoices({ oneOf: {} })).toStrictEqual([]);
  });

  it('keeps what is no choice, for whoever checks them', () => {
    expect(readWrittenChoices({ oneOf: ['r'] })).toStrictEqual([
      { value: undefined, title: undefined },
    ]);
  });
});
