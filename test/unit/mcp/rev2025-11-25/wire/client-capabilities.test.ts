import { describe, expect, it } from '@jest/globals';

import { parseClientCapabilities } from '../../../../../src/mcp/rev2025-11-25/wire/client-capabilities.js';

const REVISION = '2025-11-25';
const NO_CAPABILITIES = parseClientCapabilities({}, REVISION);

describe('parseClientCapabilities', () => {
  it.each([
    [{ elicitation: {} }, { form: true, lists: true }],
    [{ elicitation: { form: {} } }, { form: true, lists: true }],
    [{ elicitation: { url: {} } }, { url: true }],
    [{ elicitation: { form: {}, url: {} } }, { form: true, lists: true, url: true }],
    [{ elicitation: { unheardOf: {} } }, { form: true, lists: true }],
    [{ sampling: {} }, { sampling: true }],
    [{ sampling: { tools: {} } }, { sampling: true, samplingTools: true }],
    [{ sampling: { context: {} } }, { sampling: true }],
    [{ roots: { listChanged: true }, experimental: {} }, {}],
  ])('reads %j', (capabilities, expected) => {
    expect(parseClientCapabilities(capabilities, REVISION)).toStrictEqual({
      ...NO_CAPABILITIES,
      ...expected,
    });
  });

  it.each([undefined, null, 7, 'all', [], [{ sampling: {} }]])('takes %j for none', (value) => {
    expect(parseClientCapabilities(value, REVISION)).toStrictEqual(NO_CAPABILITIES);
  });

  it.each([true, 'yes', 1, null, []])('takes a leaf %j for none', (leaf) => {
    expect(parseClientCapabilities({ elicitation: leaf, sampling: leaf }, REVISION)).toStrictEqual(
      NO_CAPABILITIES,
    );
  });
});

it.each([undefined, '2024-11-05', '2025-03-26', '2025-06-18'])(
  'a client of revision %s has no forms with a list of choices',
  (revision) => {
    const capabilities = { elicitation: {} };

    expect(parseClientCapabilities(capabilities, revision)).toMatchObject({
      form: true,
      lists: false,
    });
  },
);

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
    expect(parseClientCapabilities({ elicitation: {}, tasks }, REVISION)).toMatchObject(expected);
  });
});
