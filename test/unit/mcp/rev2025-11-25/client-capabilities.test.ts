import { describe, expect, it } from '@jest/globals';

import type { InputRequest } from '../../../../src/core/input-request.js';
import {
  lackingCapability,
  NO_CAPABILITIES,
  parseClientCapabilities,
} from '../../../../src/mcp/rev2025-11-25/client-capabilities.js';

describe('parseClientCapabilities', () => {
  it.each([
    [{}, {}],
    [{ elicitation: {} }, { form: true }],
    [{ elicitation: { form: {} } }, { form: true }],
    [{ elicitation: { url: {} } }, { url: true }],
    [{ elicitation: { form: {}, url: {} } }, { form: true, url: true }],
    [{ elicitation: { unheardOf: {} } }, { form: true }],
    [{ sampling: {} }, { sampling: true }],
    [{ sampling: { tools: {} } }, { sampling: true, samplingTools: true }],
    [{ sampling: { context: {} } }, { sampling: true }],
    [{ roots: { listChanged: true }, experimental: {} }, {}],
  ])('reads %j', (capabilities, expected) => {
    expect(parseClientCapabilities(capabilities)).toStrictEqual({
      ...NO_CAPABILITIES,
      ...expected,
    });
  });

  it.each([undefined, null, 7, 'all', [], [{ sampling: {} }]])('takes %j for none', (value) => {
    expect(parseClientCapabilities(value)).toStrictEqual(NO_CAPABILITIES);
  });

  it.each([true, 'yes', 1, null, []])('takes a leaf %j for none', (leaf) => {
    expect(parseClientCapabilities({ elicitation: leaf, sampling: leaf })).toStrictEqual(
      NO_CAPABILITIES,
    );
  });
});

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
    expect(lackingCapability(request, parseClientCapabilities(capabilities))).toBe(lacking);
  });
});
