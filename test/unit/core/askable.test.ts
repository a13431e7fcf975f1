import { describe, expect, it } from '@jest/globals';

import { lackingCapability, parseAskable } from '../../../src/core/askable.js';
import type { InputRequest } from '../../../src/core/input-request.js';

describe('lackingCapability', () => {
  const form: InputRequest = { method: 'elicitation/create', params: { mode: 'form' } };
  const modeless: InputRequest = { method: 'elicitation/create', params: {} };
  const url: InputRequest = { method: 'elicitation/create', params: { mode: 'url' } };
  const sampling: InputRequest = { method: 'sampling/createMessage', params: {} };
  const withTools: InputRequest = { method: 'sampling/createMessage', params: { tools: [] } };

  it.each([
    [form, {}, 'elicitation'],
    [form, { elicitation: { url: {} } }, 'elicitation'],
    [form, { elicitation: {} }, undefined],
    [modeless, { elicitation: {} }, undefined],
    [url, { elicitation: {} }, 'elicitation.url'],
    [url, { elicitation: { url: {} } }, undefined],
    [sampling, { elicitation: {} }, 'sampling'],
    [sampling, { sampling: {} }, undefined],
    [withTools, {}, 'sampling'],
    [withTools, { sampling: {} }, 'sampling.tools'],
    [withTools, { sampling: { tools: {} } }, undefined],
  ])('for %j of a client with %j is %j', (request, capabilities, lacking) => {
    expect(lackingCapability(request, parseAskable(capabilities))).toBe(lacking);
  });
});
