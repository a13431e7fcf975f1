import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../src/core/contract/input-request.js';
import {
  fromCapabilityNames,
  lackingCapability,
  NOT_ASKABLE,
  parseAskable,
  toCapabilityNames,
  uniteAskable,
} from '../../../../src/core/question/askable.js';

const form = { method: InputMethod.elicit, params: { message: 'Well?' } };
const list = {
  ...form,
  params: { requestedSchema: { type: 'object', properties: { a: { type: 'array' } } } },
};
const url = { method: InputMethod.elicit, params: { mode: 'url', message: 'Pay.' } };
const sampling = { method: InputMethod.sample, params: {} };
const withTools = { method: InputMethod.sample, params: { tools: [] } };

describe('parseAskable', () => {
  it.each([
    ['nothing', undefined, {}],
    ['a list', [], {}],
    ['any elicitation', { elicitation: {} }, { form: true, lists: true }],
    [
      'elicitation with modes nobody knows',
      { elicitation: { voice: {} } },
      { form: true, lists: true },
    ],
    ['elicitation by URL', { elicitation: { url: {} } }, { url: true }],
    ['both', { elicitation: { form: {}, url: {} } }, { form: true, lists: true, url: true }],
    ['sampling', { sampling: {} }, { sampling: true }],
    ['with tools', { sampling: { tools: {} } }, { sampling: true, samplingTools: true }],
  ])('reads %s', (_what, value, expected) => {
    expect(parseAskable(value)).toStrictEqual({ ...NOT_ASKABLE, ...expected });
  });
});

describe('lackingCapability', () => {
  it.each([
    [form, 'elicitation'],
    [list, 'elicitation'],
    [url, 'elicitation.url'],
    [sampling, 'sampling'],
    [withTools, 'sampling'],
  ])('names what a bare client lacks', (request, name) => {
    expect(lackingCapability(request, NOT_ASKABLE)).toBe(name);
  });

  it('names lists for a client that knows forms without them', () => {
    expect(lackingCapability(list, { ...NOT_ASKABLE, form: true })).toBe('elicitation.lists');
  });

  it.each([
    [form, { form: true }],
    [list, { form: true, lists: true }],
    [url, { url: true }],
    [sampling, { sampling: true }],
    [withTools, { sampling: true, samplingTools: true }],
  ])('names nothing where nothing is lacking', (request, declared) => {
    expect(lackingCapability(request, { ...NOT_ASKABLE, ...declared })).toBeUndefined();
  });

  it('names tools of sampling by themselves', () => {
    const askable = { ...NOT_ASKABLE, sampling: true };

    expect(lackingCapability(sampling, askable)).toBeUndefined();
    expect(lackingCapability(withTools, askable)).toBe('sampling.tools');
  });
});

describe('the names of capabilities', () => {
  it.each([
    [NOT_ASKABLE, []],
    [{ ...NOT_ASKABLE, form: true }, ['elicitation']],
    [{ ...NOT_ASKABLE, url: true }, ['elicitation.url']],
    [{ ...NOT_ASKABLE, sampling: true, samplingTools: true }, ['sampling', 'sampling.tools']],
  ])('stand for what a client can be asked: %j', (askable, names) => {
    expect(toCapabilityNames(askable)).toStrictEqual(names);
    expect(fromCapabilityNames(names)).toStrictEqual(askable);
  });

  it.each([[undefined], ['elicitation'], [{ 0: 'elicitation' }]])('are not %j', (value) => {
    expect(fromCapabilityNames(value)).toBeUndefined();
  });

  it('may be some of a later release', () => {
    expect(fromCapabilityNames(['roots', 'elicitation', 7])).toStrictEqual({
      ...NOT_ASKABLE,
      form: true,
    });
  });
});

describe('uniteAskable', () => {
  it('has what either of two clients can be asked', () => {
    const [one, other] = [
      { ...NOT_ASKABLE, form: true },
      { ...NOT_ASKABLE, url: true },
    ];

    expect(uniteAskable(one, other)).toStrictEqual({ ...NOT_ASKABLE, form: true, url: true });
    expect(uniteAskable(NOT_ASKABLE, NOT_ASKABLE)).toStrictEqual(NOT_ASKABLE);
  });
});
