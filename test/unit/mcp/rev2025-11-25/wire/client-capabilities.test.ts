import { describe, expect, it } from '@jest/globals';

import { parseClientCapabilities } from '../../../../../src/mcp/rev2025-11-25/wire/client-capabilities.js';

const NO_CAPABILITIES = parseClientCapabilities({});

describe('parseClientCapabilities', () => {
  it.each([
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

describe('parseClientCapabilities, of tasks', () => {
  const none = { elicitationTask: false, samplingTask: false, cancelTask: false };

  it.each([
    [undefined, none],
    [{ list: {} }, none],
    [{ requests: { elicitation: {}, sampling: { createMessage: true } } }, none],
    [{ requests: { elicitation: { create: {} } } }, { ...none, elicitationTask: true }],
    [{ requests: { sampling: { createMessage: {} } } }, { ...none, samplingTask: true }],
    [
      { cancel: {}, requests: [] },
      { ...none, cancelTask: true },
    ],
  ])('reads %j', (tasks, expected) => {
    expect(parseClientCapabilities({ elicitation: {}, tasks })).toMatchObject(expected);
  });
});
