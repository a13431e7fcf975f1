/** Answers to questions with random forms. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  checkElicitationSchema,
  checkElicitedContent,
  type ElicitationField,
  type ElicitationSchema,
} from '../../src/core/contract/elicitation-schema.js';
import { checkInputResponse, type InputRequest } from '../../src/core/contract/input-request.js';
import { isRecord } from '../../src/core/value/is-record.js';
import { isDeeper, RESPONSE_BOUNDS, toJsonBytes } from '../../src/core/value/json-bounds.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { hostileText, hostileValue, withMember } from '../support/fuzz/hostile-values.js';
import { isWellFormed } from '../support/fuzz/judge-answer.js';
import { mutation, mutations, spoil } from '../support/fuzz/mutation.js';

const TIMEOUT_MS = 60 * 60_000;

const choices = fc.uniqueArray(
  hostileText.map((text) => text.slice(0, 50)),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const range = fc
  .tuple(fc.integer({ min: -100, max: 100 }), fc.nat(100))
  .map(([least, more]) => [least, least + more] as const);

/** A field of a form, and a value that fits it. */
interface FieldWithValue {
  readonly field: ElicitationField;
  readonly value: unknown;
}

const pad = (text: string, length: number): string =>
  Array.from(text).slice(0, length).join('') +
  'x'.repeat(Math.max(length - Array.from(text).length, 0));

const fieldWithValue: fc.Arbitrary<FieldWithValue> = fc.oneof(
  fc.record({ field: fc.constant({ type: 'boolean' as const }), value: fc.boolean() }),
  fc
    .tuple(range, fc.boolean(), fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([...[[minimum, maximum], isInteger, isBounded, at]]) => ({
      field: {
        type: isInteger ? ('integer' as const) : ('number' as const),
        ...(isBounded && { minimum, maximum }),
      },
      value: isInteger
        ? minimum + Math.floor((maximum - minimum) * at)
        : Math.min(minimum + (maximum - minimum) * at, maximum),
    })),
  fc.tuple(fc.nat(20), fc.nat(20), hostileText, fc.nat(40)).map(([...[least, more, text, at]]) => ({
    field: { type: 'string' as const, minLength: least, maxLength: least + more },
    value: pad(text, least + (at % (more + 1))),
  })),
  fc.tuple(choices, fc.nat(5)).map(([values, at]) => ({
    field: { type: 'string' as const, enum: values },
    value: values[at % values.length],
  })),
  fc.tuple(choices, fc.nat(5)).map(([values, count]) => ({
    field: {
      type: 'array' as const,
      items: { anyOf: values.map((value) => ({ const: value, title: 'x' })) },
      maxItems: values.length,
    },
    value: values.slice(0, count),
  })),
  fc
    .constantFrom(
      ['date', '2028-02-29'],
      ['date-time', '2026-02-28T09:00:00.5+01:00'],
      ['email', 'a@example.org'],
      ['uri', 'mailto:a'],
    )
    .map(([format, value]) => ({ field: { type: 'string' as const, format }, value })),
);

const form = fc
  .uniqueArray(
    fc.record({
      name: hostileText,
      isRequired: fc.boolean(),
      isGiven: fc.boolean(),
      fieldWithValue,
    }),
    { selector: ({ name }) => name, maxLength: 5 },
  )
  .map((fields) => {
    const properties: Record<string, ElicitationField> = {};
    const content = {};
    for (const { name, isRequired, isGiven, fieldWithValue: made } of fields) {
      withMember(properties, name, made.field);
      if (isRequired || isGiven) withMember(content, name, made.value);
    }
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const schema: ElicitationSchema = { type: 'object', properties, required };
    return { schema, content };
  });

/** The rules of MCP for a field, implemented a second time. */
function fits(field: ElicitationField, value: unknown): boolean {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    minLength = 0,
    maxLength = Infinity,
  } = field as Record<string, number>;
  const { enum: values, items } = field as {
    enum?: string[];
    items?: { anyOf: { const: string }[] };
  };
  switch (field.type) {
    case 'boolean':
      return value === true || value === false;
    case 'number':
    case 'integer':
      return (
        Number.isFinite(value) &&
        (field.type === 'number' || Number.isInteger(value)) &&
        (value as number) >= minimum &&
        (value as number) <= maximum
      );
    case 'array': {
      const known = items?.anyOf.map(({ const: one }) => one) ?? [];
      return (
        Array.isArray(value) &&
        value.every((one) => known.includes(one as string)) &&
        value.length <= (field['maxItems'] as number)
      );
    }
    case 'string': {
      if (typeof value !== 'string' || (values && !values.includes(value))) return false;
      const length = Array.from(value).length;
      return length >= minLength && length <= maxLength;
    }
  }
}

function isFitting({ properties, required = [] }: ElicitationSchema, content: unknown): boolean {
  if (!isRecord(content)) return false;
  return (
    required.every((name) => Object.hasOwn(content, name)) &&
    Object.entries(properties).every(
      ([name, field]) => !Object.hasOwn(content, name) || fits(field, content[name]),
    )
  );
}

const hasFormats = ({ properties }: ElicitationSchema): boolean =>
  Object.values(properties).some((field) => field['format'] !== undefined);

function toRequest(requestedSchema: unknown): InputRequest {
  return { method: 'elicitation/create', params: { message: '?', requestedSchema } };
}

describe('an answer to a question', () => {
  it(
    'is taken where it fits the form, and refused where it does not',
    async () => {
      const verdicts = new Set<boolean>();
      await holdAlways(
        'answers',
        0.08,
        fc.asyncProperty(
          form,
          mutations,
          hostileValue,
          async ({ schema, content }, changes, other) => {
            const spoilt = spoil(content, changes, other);
            const response = { action: 'accept', content: spoilt };
            await bounded(() => {
              if (checkElicitationSchema(schema).length > 0) throw new Error('The form is sound.');
              if (checkElicitedContent(schema, content).length > 0) throw new Error('It fits.');
              const isTaken = checkInputResponse(toRequest(schema), response).length === 0;
              verdicts.add(isTaken);
              const isSmall =
                !isDeeper(response, RESPONSE_BOUNDS.maxDepth) &&
                toJsonBytes(response) <= RESPONSE_BOUNDS.maxBytes &&
                isWellFormed(response);
              // Tests of formats are in test/unit.
              if (hasFormats(schema)) return;
              if (isTaken !== (isSmall && isFitting(schema, spoilt))) {
                throw new Error(isTaken ? 'Taken, and does not fit.' : 'Refused, and fits.');
              }
            });
          },
        ),
      );

      expect(verdicts.size).toBe(2);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps what is as JSON what it was taken for',
    async () => {
      await holdAlways(
        'answers as raw JSON',
        0.02,
        fc.asyncProperty(
          form,
          fc.constantFrom('1e400', '-1e400', '-0', '1e3', '"1"'),
          async (made, raw) => {
            const { schema, content } = made;
            const [name] = Object.keys(content);
            if (name === undefined) return;
            const text = JSON.stringify({ ...content, [name]: 0 }).replace(/:0(?=[,}])/, `:${raw}`);
            const sent: unknown = JSON.parse(text);
            await bounded(() => {
              const isTaken = checkElicitedContent(schema, sent).length === 0;
              // The Workflow receives the value as JSON.
              const received: unknown = JSON.parse(JSON.stringify(sent));
              if (isTaken && checkElicitedContent(schema, received).length > 0) {
                throw new Error('The Workflow gets something else.');
              }
            });
          },
        ),
      );

      expect(true).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'and its question are judged whatever they are',
    async () => {
      await holdAlways(
        'spoilt questions and answers',
        0.05,
        fc.asyncProperty(
          form,
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          hostileValue,
          async ({ schema, content }, changes, other) => {
            const spoilt = spoil(schema, changes, other);
            await bounded(() => {
              if (checkElicitationSchema(spoilt).length > 0) return;
              checkInputResponse(toRequest(spoilt), { action: 'accept', content });
              checkInputResponse(toRequest(spoilt), other);
            });
          },
        ),
      );

      expect(checkElicitationSchema(undefined)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});
