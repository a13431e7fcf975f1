import { describe, expect, it } from '@jest/globals';

import { toPlainRoot } from '../../../../src/manifest/compile/plain-root.js';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };

describe('arguments with choices at the top', () => {
  it('are listed with words instead: what is required', () => {
    expect(
      toPlainRoot({
        type: 'object',
        properties: { id: TEXT, first: TEXT, last: TEXT },
        anyOf: [{ required: ['id'] }, { required: ['first', 'last'] }],
      }),
    ).toEqual({
      schema: { type: 'object', properties: { id: TEXT, first: TEXT, last: TEXT } },
      rule: 'Give at least one of these: id; first and last.',
    });
  });

  it('are listed with the properties of all choices, of which exactly one counts', () => {
    expect(
      toPlainRoot({
        type: 'object',
        oneOf: [
          { $ref: '#/$defs/Card' },
          { required: ['iban'], properties: { iban: TEXT, n: TEXT } },
        ],
        $defs: { Card: { required: ['n'], properties: { n: NUMBER } } },
      }),
    ).toEqual({
      schema: {
        type: 'object',
        properties: { n: { anyOf: [NUMBER, TEXT] }, iban: TEXT },
        $defs: { Card: { required: ['n'], properties: { n: NUMBER } } },
      },
      rule: 'Give exactly one of these: n; iban.',
    });
  });

  it('are merged without words where all parts count', () => {
    expect(
      toPlainRoot({
        type: 'object',
        required: ['id'],
        properties: { id: TEXT },
        allOf: [{ $ref: '#/$defs/Base' }],
        $defs: { Base: { type: 'object', required: ['at'], properties: { at: TEXT } } },
      }),
    ).toMatchObject({
      schema: { required: ['id', 'at'], properties: { id: TEXT, at: TEXT } },
    });
  });

  it('are listed with other rules as JSON Schema', () => {
    const choices = { if: { required: ['a'] }, then: { required: ['b'] } };

    expect(toPlainRoot({ type: 'object', properties: { a: TEXT }, ...choices })).toEqual({
      schema: { type: 'object', properties: { a: TEXT } },
      rule: `The arguments also have to fit this JSON Schema: ${JSON.stringify(choices)}`,
    });
  });

  it('are listed without a rule that is longer than models need', () => {
    const not = { properties: { a: { enum: Array.from({ length: 500 }, (_one, n) => n) } } };
    const { schema, rule } = toPlainRoot({ type: 'object', not });

    expect(schema).toEqual({ type: 'object' });
    expect(rule).toMatch(/^The server checks further rules/);
  });

  it('are as they were without choices', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [TEXT, NUMBER] } } } as const;

    expect(toPlainRoot(schema)).toEqual({ schema });
  });
});
