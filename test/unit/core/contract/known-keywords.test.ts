import { describe, expect, it } from '@jest/globals';

import { checkInputRequest } from '../../../../src/core/contract/input-request.js';
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

    expect(request).toStrictEqual(ask({ code, count }));
    expect(checkInputRequest(request)).toStrictEqual([]);
    expect(leftOut).toStrictEqual([
      '/requestedSchema/properties/code/pattern',
      '/requestedSchema/properties/code/format',
      '/requestedSchema/properties/count/multipleOf',
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
