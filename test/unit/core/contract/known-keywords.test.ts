import { describe, expect, it } from '@jest/globals';

import {
  checkInputRequest,
  checkInputResponse,
} from '../../../../src/core/contract/input-request.js';
import { toKnownRequest } from '../../../../src/core/contract/known-keywords.js';

function ask(properties: object) {
  const requestedSchema = { type: 'object', properties };
  return { method: 'elicitation/create', params: { message: 'Well?', requestedSchema } } as const;
}

describe('a question', () => {
  it('is asked without the keywords that MCP does not know, which are named', () => {
    const code = { type: 'string', title: 'Code', minLength: 2 };
    const count = { type: 'integer', minimum: 1 };
    const asked = ask({
      code: { ...code, pattern: '^A-', format: 'uuid' },
      count: { ...count, multipleOf: 5 },
    });
    const { request, leftOut } = toKnownRequest(asked);

    expect(request.params).toStrictEqual(ask({ code, count }).params);
    expect(checkInputRequest(request)).toStrictEqual([]);
    expect(leftOut).toStrictEqual([
      '/requestedSchema/properties/code/pattern',
      '/requestedSchema/properties/code/format',
    ]);
  });

  it.each([
    ['a $ref', { $ref: '#/$defs/Color' }, { type: 'string', title: 'Color', enum: ['red'] }],
    ['a $ref with a title', { $ref: '#/$defs/Color', title: 'Which?' }, { title: 'Which?' }],
    ['an allOf of one', { allOf: [{ $ref: '#/$defs/Color' }], default: 'red' }, { default: 'red' }],
    ['an optional text', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
    [
      'an optional choice',
      { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }] },
      { enum: ['red'] },
    ],
    ['a list of types', { type: ['integer', 'null'], minimum: 1 }, { type: 'integer', minimum: 1 }],
    ['an enum without type', { enum: ['a', null] }, { type: 'string', enum: ['a'] }],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'titles without type',
      { anyOf: [{ const: 'a', title: 'A' }] },
      { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    ],
    [
      'a set of choices',
      { type: 'array', items: { $ref: '#/$defs/Color' }, uniqueItems: true },
      { items: { type: 'string', enum: ['red'], title: 'Color' } },
    ],
    [
      'a default out of its choices',
      { enum: ['a'], default: 'b' },
      { type: 'string', enum: ['a'] },
    ],
  ])('of pydantic with %s is asked without loss', (_what, field, plain) => {
    const $defs = { Color: { type: 'string', title: 'Color', enum: ['red'] } };
    const requestedSchema = { $defs, type: 'object', properties: { field }, required: ['field'] };
    const asked = {
      method: 'elicitation/create',
      params: { message: 'Well?', requestedSchema },
    } as const;
    const { request, leftOut } = toKnownRequest(asked);

    expect(request.params.requestedSchema).toMatchObject({ properties: { field: plain } });
    expect(request.params.requestedSchema).not.toHaveProperty('$defs');
    expect(checkInputRequest(request)).toStrictEqual([]);
    expect(leftOut).toStrictEqual([]);
  });

  it.each([{ properties: [] }, { properties: {}, required: {} }, { properties: '{}' }])(
    'of PHP is asked, with %j',
    (form) => {
      const params = { message: 'Well?', requestedSchema: { type: 'object', ...form } };
      const { request } = toKnownRequest({ method: 'elicitation/create', params });

      expect(checkInputRequest(request)).toStrictEqual([]);
    },
  );

  it.each([
    [{ type: 'integer', enum: [1, 2] }, 2, 7],
    [{ const: 5 }, 5, 4],
    [{ oneOf: [{ const: 1, title: 'One' }] }, 1, 2],
    [{ type: 'number', exclusiveMinimum: 0 }, 0.5, 0],
    [{ type: 'number', exclusiveMaximum: 10 }, 9, 10],
    [{ type: 'number', multipleOf: 0.01 }, 19.99, 19.995],
    [{ type: 'boolean', const: true }, true, false],
    [{ type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true }, ['a', 'b'], ['a', 'a']],
  ])('with the field %j hands on only answers that fit: %j, not %j', (field, right, wrong) => {
    const { request } = toKnownRequest(ask({ field }));
    const judge = (value: unknown) =>
      checkInputResponse(request, { action: 'accept', content: { field: value } });

    expect(checkInputRequest(request)).toStrictEqual([]);
    expect(judge(right)).toStrictEqual([]);
    expect(judge(wrong)).toMatchObject([{ path: '/content/field' }]);
  });

  it.each([
    ['a reference to itself', { $ref: '#/properties/field' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/None' }],
    ['an object', { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] }],
    ['two types', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['choices of several types', { enum: ['a', 1] }],
  ])('with %s cannot be asked', (_what, field) => {
    expect(checkInputRequest(toKnownRequest(ask({ field })).request)).toMatchObject([
      { path: '/requestedSchema/properties/field' },
    ]);
  });

  it('is asked without members that are null', () => {
    const asked = {
      method: 'elicitation/create',
      params: {
        mode: null,
        message: 'Well?',
        elicitationId: null,
        requestedSchema: {
          type: 'object',
          title: null,
          required: null,
          properties: {
            code: { type: 'string', format: null, default: null },
            one: { type: 'string', oneOf: [{ const: 'a', title: null }] },
          },
        },
      },
    } as const;
    const { request, leftOut } = toKnownRequest(asked);

    expect(request).toStrictEqual(
      ask({ code: { type: 'string' }, one: { type: 'string', oneOf: [{ const: 'a' }] } }),
    );
    expect(checkInputRequest(request)).toStrictEqual([]);
    expect(leftOut).toStrictEqual([]);
  });

  it('for a model is asked without members that are null, except in data', () => {
    const messages = [{ role: 'user', content: { type: 'tool_use', input: { a: null } } }];
    const params = { messages, maxTokens: 5, tools: null, metadata: { a: null } };

    expect(toKnownRequest({ method: 'sampling/createMessage', params })).toStrictEqual({
      request: {
        method: 'sampling/createMessage',
        params: { messages, maxTokens: 5, metadata: { a: null } },
      },
      leftOut: [],
    });
  });

  it.each([
    ['all is known', ask({ code: { type: 'string' } })],
    ['a field is no field of a form', ask({ code: { type: 'object', properties: {} } })],
    ['there is no form', { method: 'elicitation/create', params: { mode: 'url' } } as const],
    ['it is for a model', { method: 'sampling/createMessage', params: {} } as const],
  ])('stays as it is where %s', (_what, asked) => {
    expect(toKnownRequest(asked)).toStrictEqual({ request: asked, leftOut: [] });
  });
});
