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

  it.each([
    ['all is known', ask({ code: { type: 'string' } })],
    ['a field is no field of a form', ask({ code: { type: 'object', properties: {} } })],
    ['there is no form', { method: 'elicitation/create', params: { mode: 'url' } } as const],
    ['it is for a model', { method: 'sampling/createMessage', params: {} } as const],
  ])('stays as it is where %s', (_what, asked) => {
    expect(toKnownRequest(asked)).toStrictEqual({ request: asked, leftOut: [] });
  });
});
