import { describe, expect, it } from '@jest/globals';

import { toPublishedOutput } from '../../../../src/manifest/compile/published-output.js';

const date = { type: 'string', format: 'date' };
const anyText = { type: 'string' };
const cents = { type: 'number', multipleOf: 0.01 };
const dozens = { type: 'number', multipleOf: 12 };

describe('the output schema that clients get', () => {
  it('is the same object without strict parts', () => {
    const output = { type: 'object', properties: { dozens } };

    expect(toPublishedOutput(output)).toBe(output);
  });

  it.each([
    ['formats', { properties: { day: date } }, { properties: { day: anyText } }],
    [
      'fractions of "multipleOf"',
      { items: [cents, dozens] },
      { items: [{ type: 'number' }, dozens] },
    ],
    ['a "not" with a format', { not: date, type: 'string' }, anyText],
    ['an "if" with a format', { if: date, then: false, else: true, title: 'a' }, { title: 'a' }],
    ['a choice of exactly one', { oneOf: [date, dozens] }, { anyOf: [anyText, dozens] }],
    ['a choice beside another', { oneOf: [date], anyOf: [dozens] }, { anyOf: [dozens] }],
  ])('has no %s', (_, output, published) => {
    expect(toPublishedOutput(output)).toStrictEqual(published);
  });

  it('keeps values that look like keywords', () => {
    const output = { properties: { format: date, kind: { const: { format: 'a' } } } };

    expect(toPublishedOutput(output)).toStrictEqual({
      properties: { format: anyText, kind: { const: { format: 'a' } } },
    });
  });
});
