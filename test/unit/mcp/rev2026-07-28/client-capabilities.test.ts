import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../src/core/input-request.js';
import {
  lackingCapability,
  NO_CAPABILITIES,
  parseClientCapabilities,
} from '../../../../src/mcp/rev2026-07-28/client-capabilities.js';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const form = { method: InputMethod.elicit, params: { message: 'Well?' } };
const url = { method: InputMethod.elicit, params: { mode: 'url', message: 'Pay.' } };
const sampling = { method: InputMethod.sample, params: {} };
const withTools = { method: InputMethod.sample, params: { tools: [] } };

describe('parseClientCapabilities', () => {
  it.each([
    ['nothing', undefined, {}],
    ['a list', [], {}],
    ['the extension', { extensions: { [EXTENSION]: {} } }, { tasks: true }],
    ['the extension as no object', { extensions: { [EXTENSION]: true } }, {}],
    ['tasks of 2025-11-25', { tasks: { requests: {} } }, {}],
    ['any elicitation', { elicitation: {} }, { form: true }],
    ['elicitation by URL', { elicitation: { url: {} } }, { url: true }],
    ['both', { elicitation: { form: {}, url: {} } }, { form: true, url: true }],
    ['sampling', { sampling: {} }, { sampling: true }],
    ['with tools', { sampling: { tools: {} } }, { sampling: true, samplingTools: true }],
  ])('reads %s', (_what, value, expected) => {
    expect(parseClientCapabilities(value)).toStrictEqual({ ...NO_CAPABILITIES, ...expected });
  });
});

describe('lackingCapability', () => {
  it.each([
    [form, { elicitation: { form: {} } }],
    [url, { elicitation: { url: {} } }],
    [sampling, { sampling: {} }],
    [withTools, { sampling: {} }],
  ])('names what a bare client would have to declare', (request, required) => {
    expect(lackingCapability(request, NO_CAPABILITIES)?.required).toStrictEqual(required);
  });

  it('names tools of sampling by themselves', () => {
    const client = { ...NO_CAPABILITIES, sampling: true };

    expect(lackingCapability(sampling, client)).toBeUndefined();
    expect(lackingCapability(withTools, client)).toMatchObject({ name: 'sampling.tools' });
  });
});
