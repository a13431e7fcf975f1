import { describe, expect, it } from '@jest/globals';

import { recognize } from '../../../../../src/mcp/rev2026-07-28/wire/recognize.js';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const request = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta },
});
const CANCELLED = {
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 1 },
};

describe('recognize', () => {
  it.each([
    ['a request that names its revision', request('tools/list'), 'opens'],
    [
      'one of a revision that there is not',
      { id: 1, method: 'a', params: { _meta: { ..._meta, [Object.keys(_meta)[0] ?? '']: 'x' } } },
      'opens',
    ],
    ['a question for what there is', request('server/discover'), 'asks'],
    ['a request that names none', { jsonrpc: '2.0', id: 1, method: 'initialize' }, 'none'],
    [
      'a request without metadata',
      { id: 1, method: 'tools/list', params: { _meta: null } },
      'none',
    ],
    ['a notification', { ...CANCELLED, params: { requestId: 1, _meta } }, 'none'],
    ['a response', { jsonrpc: '2.0', id: 1, result: { _meta } }, 'none'],
    ['what is no message', [request('tools/list')], 'none'],
    ['nothing', null, 'none'],
  ])('says of %s what it opens', (_what, message, expected) => {
    expect(recognize(message)).toBe(expected);
  });
});
