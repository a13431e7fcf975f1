import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../../src/core/contract/input-request.js';
import { lackingCapability, NOT_ASKABLE } from '../../../../../src/core/question/askable.js';
import { cannotBeAsked } from '../../../../../src/mcp/rev2026-07-28/methods/require-capability.js';

const form = { method: InputMethod.elicit, params: { message: 'Well?' } };
const url = { method: InputMethod.elicit, params: { mode: 'url', message: 'Pay.' } };
const sampling = { method: InputMethod.sample, params: {} };
const withTools = { method: InputMethod.sample, params: { tools: [] } };
const sampler = { ...NOT_ASKABLE, sampling: true };

describe('cannotBeAsked', () => {
  it.each([
    [form, NOT_ASKABLE, { elicitation: { form: {} } }],
    [url, NOT_ASKABLE, { elicitation: { url: {} } }],
    [sampling, NOT_ASKABLE, { sampling: {} }],
    [withTools, NOT_ASKABLE, { sampling: {} }],
    [withTools, sampler, { sampling: { tools: {} } }],
  ])('names what a client would have to declare', (request, askable, requiredCapabilities) => {
    const lacking = lackingCapability(request, askable);

    expect(lacking && cannotBeAsked(lacking, 'It asks.')).toMatchObject({
      code: -32021,
      message: 'It asks.',
      data: { requiredCapabilities },
    });
  });
});
