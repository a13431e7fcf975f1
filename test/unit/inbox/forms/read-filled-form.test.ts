import { describe, expect, it } from '@jest/globals';

import {
  checkElicitationSchema,
  type ElicitationSchema,
} from '../../../../src/core/contract/elicitation-schema.js';
import { toFormFields } from '../../../../src/inbox/forms/form-fields.js';
import { isOfForm, readFilledForm } from '../../../../src/inbox/forms/read-filled-form.js';

/** Reads a form of one field with these values. @returns The answer's content, or the problem of the field. */
function read(field: object, values: readonly string[], isRequired = false): unknown {
  const schema = {
    type: 'object',
    properties: { field },
    ...(isRequired && { required: ['field'] }),
  } as ElicitationSchema;
  expect(checkElicitationSchema(schema)).toStrictEqual([]);
  const form = new URLSearchParams(values.map((value): [string, string] => ['f0', value]));
  if (!isOfForm(schema, form)) return 'forged';
  const { content, problems } = readFilledForm(schema, form);
  return problems.get('f0') ?? content;
}

const TITLED = [
  { const: 'a', title: 'A!' },
  { const: '', title: 'Nothing' },
];

it('a form names its problems in the order of its fields', () => {
  const properties = {
    name: { type: 'string', minLength: 3 },
    count: { type: 'integer' },
    why: { type: 'string' },
  };
  const schema = { type: 'object', properties, required: ['why'] } as ElicitationSchema;
  const { problems } = readFilledForm(schema, new URLSearchParams({ f0: 'x', f1: 'ten' }));

  expect([...problems.keys()]).toStrictEqual(['f0', 'f1', 'f2']);
});

describe('a field', () => {
  it.each<readonly [string, object, readonly string[], unknown]>([
    ['a text', { type: 'string' }, [' as it is '], { field: ' as it is ' }],
    ['no text', { type: 'string' }, [''], {}],
    ['line ends', { type: 'string' }, ['a\r\nb\nc'], { field: 'a\nb\nc' }],
    [
      'a text that is too short',
      { type: 'string', minLength: 3 },
      ['ab'],
      'must have at least 3 characters',
    ],
    ['characters of two halves', { type: 'string', maxLength: 2 }, ['😀😀'], { field: '😀😀' }],
    [
      'no e-mail address',
      { type: 'string', format: 'email' },
      ['a@b'],
      'must be an e-mail address, such as ada@example.com',
    ],
    [
      'a time of a picker, without a script',
      { type: 'string', format: 'date-time' },
      ['2026-11-22T09:30'],
      { field: '2026-11-22T09:30:00Z' },
    ],
    [
      'a time with its zone, without a picker',
      { type: 'string', format: 'date-time' },
      ['2026-11-22T09:30:00+05:00'],
      { field: '2026-11-22T09:30:00+05:00' },
    ],
    ['a number', { type: 'number' }, [' -1.5e3 '], { field: -1500 }],
    ['a number with a comma', { type: 'number' }, ['1,5'], 'must be a number, such as 12.5'],
    ['a number in hexadecimal', { type: 'number' }, ['0x10'], 'must be a number, such as 12.5'],
    ['infinity', { type: 'number' }, ['1e999'], 'is too large'],
    ['a number too small', { type: 'number', minimum: 2 }, ['1'], 'must be at least 2'],
    ['half an item', { type: 'integer' }, ['1.5'], 'must be a whole number'],
    [
      'more digits than a number has',
      { type: 'integer' },
      ['9007199254740993'],
      'has more digits than can be kept',
    ],
    ['does not give a number', { type: 'integer' }, [' '], {}],
    ['yes', { type: 'boolean' }, ['yes'], { field: true }],
    ['no', { type: 'boolean' }, ['no'], { field: false }],
    ['neither', { type: 'boolean' }, [''], {}],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, ['1'], { field: 'b' }],
    ['a choice that is empty', { type: 'string', oneOf: TITLED }, ['1'], { field: '' }],
    ['no choice', { type: 'string', oneOf: TITLED }, [''], {}],
    [
      'several choices',
      { type: 'array', items: { anyOf: TITLED } },
      ['0', '1'],
      { field: ['a', ''] },
    ],
    [
      'too few choices',
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 },
      ['0'],
      'must have at least 2 choices',
    ],
    ['none of several', { type: 'array', items: { enum: ['a'] } }, [], {}],
    [
      'none of what was suggested',
      { type: 'array', items: { enum: ['a'] }, default: ['a'] },
      [],
      { field: [] },
    ],
    ['a choice of another form', { type: 'string', enum: ['a'] }, ['1'], 'forged'],
    ['a choice by an odd number', { type: 'string', enum: ['a'] }, ['0x0'], 'forged'],
  ])('with %s is read', (...row) => {
    const [, field, values, expected] = row;

    expect(read(field, values)).toStrictEqual(expected);
  });

  it.each([
    ['text', { type: 'string' }, ['']],
    ['number', { type: 'integer' }, ['']],
    ['choice', { type: 'string', enum: ['a'] }, ['']],
    ['boolean', { type: 'boolean' }, []],
  ])('that is required says so: a %s', (...row) => {
    const [, field, values] = row;

    expect(read(field, values, true)).toBe('is required');
  });

  it.each<readonly [string, object, readonly string[], string]>([
    ['its zone', { type: 'string', format: 'date-time' }, ['Europe/Vienna'], '+01:00'],
    ['a zone that is none', { type: 'string', format: 'date-time' }, ['Europe/Nowhere'], 'forged'],
    ['two zones', { type: 'string', format: 'date-time' }, ['UTC', 'UTC'], 'forged'],
    ['a zone that it has not', { type: 'string' }, ['UTC'], 'forged'],
  ])('that is a time is read with %s', (...row) => {
    const [, field, zones, expected] = row;
    const schema = { type: 'object', properties: { field } } as ElicitationSchema;
    const form = new URLSearchParams({ f0: '2026-11-22T09:30' });
    for (const zone of zones) form.append('f0.zone', zone);

    const isOffset = expected !== 'forged';
    expect(isOfForm(schema, form)).toBe(isOffset);
    if (!isOffset) return;
    expect(readFilledForm(schema, form).content).toStrictEqual({
      field: `2026-11-22T09:30:00${expected}`,
    });
  });

  it('may have any name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, never>;
    const schema: ElicitationSchema = { type: 'object', properties };
    const { content } = readFilledForm(schema, new URLSearchParams({ f0: 'x' }));

    expect(JSON.stringify(content)).toBe('{"__proto__":"x"}');
  });
});

describe('the fields of a form', () => {
  it('have titles in both spellings, and what is filled in beforehand', () => {
    const fields = toFormFields({
      type: 'object',
      properties: {
        old: { type: 'string', enum: ['a', 'b'], enumNames: ['One', 'Two'], default: 'b' },
        new: { type: 'string', oneOf: TITLED, default: 'a' },
        several: { type: 'array', items: { enum: ['x', 'y', 'z'] }, default: ['z', 'x'] },
        flag: { type: 'boolean', default: false },
        amount: { type: 'number', default: 0.5, minimum: 0, maximum: 9, title: 'Amount' },
      },
    });

    expect(fields.map(({ label, initial, hint }) => [label, initial, hint])).toStrictEqual([
      ['old', ['1'], undefined],
      ['new', ['0'], undefined],
      ['several', ['0', '2'], undefined],
      ['flag', ['no'], undefined],
      ['Amount', ['0.5'], 'A number, from 0 to 9.'],
    ]);
    const hintOf = (field: object): string | undefined =>
      toFormFields({ type: 'object', properties: { field } } as ElicitationSchema)[0]?.hint;
    const { MAX_SAFE_INTEGER: most, MIN_SAFE_INTEGER: least } = Number;
    expect([
      hintOf({ type: 'array', items: { enum: ['x'] }, minItems: 1 }),
      hintOf({ type: 'array', items: { enum: ['x'] }, maxItems: 3, description: 'Up to three.' }),
      hintOf({ type: 'integer', minimum: least, maximum: most }),
      hintOf({ type: 'integer', minimum: 1, maximum: 1_000_000 }),
      hintOf({ type: 'string', minLength: 4, maxLength: 4 }),
    ]).toStrictEqual([
      'At least 1 choice.',
      undefined,
      'A whole number.',
      'A whole number, from 1 to 1,000,000.',
      'Exactly 4 characters.',
    ]);
    expect(fields[0]?.how).toStrictEqual({
      kind: 'one',
      choices: [
        { value: 'a', title: 'One' },
        { value: 'b', title: 'Two' },
      ],
    });
  });
});
