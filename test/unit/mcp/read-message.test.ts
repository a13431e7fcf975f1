import { describe, expect, it } from '@jest/globals';

import { readForeignMessage } from '../../../src/mcp/read-message.js';

const call = (params: unknown, more: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params,
  ...more,
});

const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

describe('a message of a lenient client', () => {
  it.each([
    [{ name: 'a', arguments: null, task: null, _meta: null }, { name: 'a' }],
    [{ _meta: { progressToken: null } }, { _meta: {} }],
    [
      { capabilities: { elicitation: null, tasks: {} }, clientInfo: { name: 'a', title: null } },
      { capabilities: { tasks: {} }, clientInfo: { name: 'a' } },
    ],
    [{ arguments: { note: null } }, { arguments: { note: null } }],
    [{ inputResponses: { i1: { content: null } } }, { inputResponses: { i1: { content: null } } }],
    [
      { arguments: [], task: [], _meta: [] },
      { arguments: {}, task: {}, _meta: {} },
    ],
    [{ capabilities: { experimental: [] } }, { capabilities: { experimental: {} } }],
    [
      { _meta: { [CLIENT_CAPABILITIES]: { extensions: { 'a/b': [] } } } },
      { _meta: { [CLIENT_CAPABILITIES]: { extensions: { 'a/b': {} } } } },
    ],
    [{ arguments: { list: [] } }, { arguments: { list: [] } }],
    [{ notifications: { taskIds: [] } }, { notifications: { taskIds: [] } }],
    [{ arguments: '{"a":1}' }, { arguments: { a: 1 } }],
    ['{"name":"a"}', { name: 'a' }],
    [[], {}],
  ])('%j is read as it is meant', (params, meant) => {
    expect(readForeignMessage(call(params))).toStrictEqual({ message: call(meant) });
  });

  it('loses unknown members, those that are null, and params that are null', () => {
    const { message } = readForeignMessage(call(null, { error: null, result: null, x: 1 }));

    expect(message).toStrictEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  });

  it('is an answer, also with an error and a method that are null', () => {
    const answer = { jsonrpc: '2.0', id: 'q', result: { action: 'accept', _meta: null } };

    expect(readForeignMessage({ ...answer, error: null, method: null })).toStrictEqual({
      message: { ...answer, result: { action: 'accept' } },
    });
  });

  it('is a notification, also with an ID that is null', () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

    expect(readForeignMessage({ ...notification, id: null, params: [] })).toStrictEqual({
      message: { ...notification, params: {} },
    });
  });
});

describe('a message that cannot be read', () => {
  it.each([
    ['a message', [call({})], -32600, 'this is not'],
    ['jsonrpc', { ...call(7), jsonrpc: '1.0', id: true }, -32600, '"jsonrpc" must be "2.0"'],
    ['method', { jsonrpc: '2.0', id: 1, method: 5 }, -32600, '"method" must be a string'],
    ['method', { jsonrpc: '2.0', id: 1 }, -32600, '"method" must be'],
    ['id', call(7, { id: null }), -32600, '"id" must be'],
    ['id', call(7, { id: { a: 1 } }), -32600, '"id" must be'],
    ['id', { jsonrpc: '2.0', result: {} }, -32600, '"id" must be'],
    ['result', { jsonrpc: '2.0', id: 1, result: 7 }, -32600, '"result" must be'],
    ['error', { jsonrpc: '2.0', id: 1, error: 'no' }, -32600, '"error" must be'],
    ['params', call(7), -32602, '"params" must be an object'],
    ['_meta', call({ _meta: 7 }), -32602, '"_meta" must be an object'],
    ['token', call({ _meta: { progressToken: {} } }), -32602, '"_meta.progressToken" must be'],
  ])('names the first member at fault: %s', (_member, message, code, words) => {
    expect(readForeignMessage(message)).toMatchObject({
      refusal: { error: { code, message: expect.stringContaining(words) } },
    });
  });
});
