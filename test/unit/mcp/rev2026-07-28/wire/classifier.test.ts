import { describe, expect, it } from '@jest/globals';

import { Classifier } from '../../../../../src/mcp/rev2026-07-28/wire/classifier.js';
import { classify } from '../../../../../src/mcp/rev2026-07-28/wire/read-message.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const _meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };
const GET = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'a', _meta } };
const BARE = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const claim = (changes: object): object => ({
  ...GET,
  params: { _meta: { ..._meta, ...changes } },
});

function toRequest(headers: Record<string, string>, method = 'POST'): Request {
  return new Request('http://localhost/mcp', { method, headers });
}

describe('Classifier', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['a poll', GET, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tasks/get' }],
    ['a poll without headers', GET, {}],
    ['a poll whose header names another method', GET, { 'mcp-method': 'tasks/cancel' }],
    ['a poll whose header names another version', GET, { 'mcp-protocol-version': '2025-11-25' }],
    ['a claim of another revision', claim({ [VERSION]: '2099-01-01' }), {}],
    ['a claim that is no text', claim({ [VERSION]: 5 }), {}],
    ['capabilities that are none', claim({ [CAPABILITIES]: 5 }), {}],
    ['a progress token that is none', claim({ progressToken: {} }), {}],
    ['initialize with a claim', { ...GET, method: 'initialize' }, {}],
    ['initialize of another revision', { ...BARE, method: 'initialize' }, {}],
    ['no claim', BARE, {}],
    ['no claim, with a header of another revision', BARE, { 'mcp-protocol-version': '2025-06-18' }],
    ['no claim, with a header of this one', BARE, { 'mcp-protocol-version': '2026-07-28' }],
    ['an ID that is none', { ...BARE, id: 1.5 }, {}],
    ['a member too many', { ...GET, result: {} }, {}],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/cancelled' }, {}],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, {}],
    ['a list', [GET], {}],
  ])('says of %s what the SDK says, again and again', (_what, body, headers) => {
    const classifier = new Classifier();
    classifier.classify(toRequest({}), GET);
    const expected = classify(body, new Headers(headers));

    expect(classifier.classify(toRequest(headers), body)).toStrictEqual(expected);
    expect(classifier.classify(toRequest(headers), structuredClone(body))).toStrictEqual(expected);
    expect(classifier.classify(toRequest(headers, 'PUT'), body)).toMatchObject({ kind: 'legacy' });
  });
});
