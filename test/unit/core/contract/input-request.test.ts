import { describe, expect, it } from '@jest/globals';

import {
  checkInputRequest,
  checkInputResponse,
  type InputRequest,
  isInputKey,
  isUrlElicitation,
  toTakenResponse,
  parseInputRequests,
} from '../../../../src/core/contract/input-request.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const requestedSchema = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
};
const formParams = { mode: 'form', message: 'Well?', requestedSchema };
const urlParams = {
  mode: 'url',
  message: 'Pay',
  url: 'https://pay.example/1',
  elicitationId: 'e1',
};
const samplingParams = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  maxTokens: 10,
};
const elicit = (params: Record<string, unknown>): InputRequest => ({
  method: 'elicitation/create',
  params,
});
const sample = (params: Record<string, unknown>): InputRequest => ({
  method: 'sampling/createMessage',
  params,
});

describe('isInputKey', () => {
  it.each(['i1', 'c1.i2', 'A_b-c.9', 'x'.repeat(64)])('takes %s', (key) => {
    expect(isInputKey(key)).toBe(true);
  });

  it.each(['', 'a b', 'a/b', 'é', 'x'.repeat(65), 'a\n'])('refuses %j', (key) => {
    expect(isInputKey(key)).toBe(false);
  });
});

describe('parseInputRequests', () => {
  it('leaves out what is no request', () => {
    const good = elicit(formParams);

    expect(
      parseInputRequests({
        i1: good,
        'not a key': good,
        i2: null,
        i3: { method: 'roots/list', params: {} },
        i4: { method: 'elicitation/create' },
        i5: { method: 'elicitation/create', params: [] },
      }),
    ).toEqual({ i1: good });
  });

  it.each([[undefined], [null], ['i1'], [[elicit(formParams)]]])('finds none in %j', (value) => {
    expect(parseInputRequests(value)).toStrictEqual({});
  });
});

describe('checkInputRequest', () => {
  it.each([
    elicit(formParams),
    elicit({ message: 'Well?', requestedSchema }),
    elicit(urlParams),
    sample(samplingParams),
  ])('allows %j', (request) => {
    expect(checkInputRequest(request)).toStrictEqual([]);
  });

  it.each([
    [elicit({ ...formParams, message: '' }), '/message'],
    [elicit({ ...formParams, mode: 'voice' }), '/mode'],
    [elicit({ ...formParams, requestedSchema: undefined }), '/requestedSchema'],
    [
      elicit({ ...formParams, requestedSchema: { ...requestedSchema, required: ['no'] } }),
      '/requestedSchema/required',
    ],
    [elicit({ ...urlParams, url: 'javascript:alert(1)' }), '/url'],
    [elicit({ ...urlParams, url: 'https://bank.example@evil.example/' }), '/url'],
    [elicit({ ...urlParams, url: 'https://bank.example:x@evil.example' }), '/url'],
    [elicit({ ...urlParams, url: 'https://' }), '/url'],
    [elicit({ ...urlParams, url: 'https://a b' }), '/url'],
    [elicit({ ...urlParams, url: 'https:///path' }), '/url'],
    [elicit({ ...urlParams, url: 'see https://a' }), '/url'],
    [elicit({ ...urlParams, elicitationId: '' }), '/elicitationId'],
    [sample({ ...samplingParams, messages: [] }), '/messages'],
    [sample({ ...samplingParams, messages: [{ role: 'system', content: {} }] }), '/messages'],
    [sample({ ...samplingParams, messages: [{ role: 'user', content: 'Hi' }] }), '/messages'],
    [sample({ ...samplingParams, maxTokens: 0 }), '/maxTokens'],
    [sample({ ...samplingParams, maxTokens: 1.5 }), '/maxTokens'],
  ])('refuses %j', (request, path) => {
    expect(checkInputRequest(request)).toMatchObject([{ path }]);
  });
});

describe('checkInputRequest, of a URL', () => {
  it('takes no longer for a hostile one of 250,000 characters', () => {
    const url = `https://${'a'.repeat(250_000)} b`;
    const startedAtMs = spentCpuMs();

    expect(checkInputRequest(elicit({ ...urlParams, url }))).toMatchObject([{ path: '/url' }]);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(2_000);
  });
});

describe('checkInputResponse', () => {
  const form = elicit(formParams);
  const url = elicit(urlParams);
  const model = sample(samplingParams);

  it.each([
    [form, { action: 'accept', content: { ok: true } }],
    [form, { action: 'decline' }],
    [form, { action: 'cancel', content: 'whatever' }],
    [url, { action: 'accept' }],
    [model, { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' }],
    [model, { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }],
  ])('to %j takes %j', (request, response) => {
    expect(checkInputResponse(request, response)).toStrictEqual([]);
  });

  it.each([
    [form, { action: 'accept', content: { ok: 1 } }, '/content/ok'],
    [form, { action: 'accept', content: {} }, '/content/ok'],
    [form, { action: 'accept' }, '/content'],
    [form, { action: 'yes' }, '/action'],
    [form, {}, '/action'],
    [form, 'accept', ''],
    [url, null, ''],
    [url, [], ''],
    [model, { role: 'assistant' }, ''],
    [model, { role: 'assistant', content: 'Hi' }, ''],
    [model, { role: 'system', content: {} }, ''],
  ])('to %j refuses %j', (request, response, path) => {
    expect(checkInputResponse(request, response)).toMatchObject([{ path }]);
  });

  it.each([
    ['large', { ok: 'é'.repeat(131_072) }, 'has 262183 bytes, more than the limit of 262144'],
    [
      'deep',
      JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`) as unknown,
      'has more than 64 levels of nesting',
    ],
  ])('refuses an answer that is too %s without looking at it', (_what, content, message) => {
    const looked: string[] = [];
    const observed = new Proxy(form.params, {
      get: (params, name) => {
        looked.push(String(name));
        return Reflect.get(params, name) as unknown;
      },
    });

    const violations = checkInputResponse(
      { ...form, params: observed },
      {
        action: 'accept',
        content,
      },
    );

    expect(violations).toMatchObject([{ path: '', message: expect.stringContaining(message) }]);
    expect(looked).toStrictEqual([]);
  });

  it('leaves the content alone when told so', () => {
    const response = { action: 'accept', content: { ok: 1 } };

    expect(checkInputResponse(form, response, { content: false })).toStrictEqual([]);
  });
});

describe('the answer of a lenient host', () => {
  const schema = {
    type: 'object',
    required: ['ok'],
    properties: { ok: { type: 'boolean' }, note: { type: 'string' }, n: { type: 'integer' } },
  };
  const asked = elicit({ mode: 'form', message: 'Well?', requestedSchema: schema });

  it.each([
    [{ action: 'accept' }, { action: 'accept', content: {} }],
    [
      { action: 'accept', content: null },
      { action: 'accept', content: {} },
    ],
    [
      { action: 'accept', content: { ok: true, note: '', n: null } },
      { action: 'accept', content: { ok: true } },
    ],
    [
      { action: 'accept', content: { ok: null, note: ' ' } },
      { action: 'accept', content: { note: ' ' } },
    ],
    [
      { action: 'accept', content: { ok: 'true', note: '5', n: '25' } },
      { action: 'accept', content: { ok: true, note: '5', n: 25 } },
    ],
    [
      { action: 'accept', content: '{"ok":true,"n":null}' },
      { action: 'accept', content: { ok: true } },
    ],
    [
      { action: 'accept', content: { ok: 'yes', n: '9007199254740993' } },
      { action: 'accept', content: { ok: 'yes', n: 9007199254740993n } },
    ],
    [
      { action: 'accept', content: { ok: true, n: 'null' } },
      { action: 'accept', content: { ok: true } },
    ],
    [
      { action: 'accept', content: [] },
      { action: 'accept', content: {} },
    ],
    [
      { action: 'accept', content: 'yes' },
      { action: 'accept', content: 'yes' },
    ],
    [{ action: 'decline', content: { ok: true } }, { action: 'decline' }],
  ])('%j is taken as %j', (response, taken) => {
    expect(toTakenResponse(asked, response)).toStrictEqual(taken);
  });

  it.each([{ action: 'accept' }, { action: 'accept', content: { paid: true } }])(
    'has no content for a page, which has no form: %j',
    (response) => {
      expect(toTakenResponse(elicit(urlParams), response)).toStrictEqual({ action: 'accept' });
    },
  );
});

describe('isUrlElicitation', () => {
  it.each([
    [elicit(urlParams), true],
    [elicit(formParams), false],
    [sample({ ...samplingParams, mode: 'url' }), false],
  ])('of %j is %j', (request, isUrl) => {
    expect(isUrlElicitation(request)).toBe(isUrl);
  });
});
