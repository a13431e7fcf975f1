import { describe, expect, it } from '@jest/globals';

import { withoutNulls } from '../../../../src/core/value/without-nulls.js';

const call = (params: unknown): object => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

describe('a request of a client that writes null', () => {
  it.each([
    [{ name: 'a', arguments: null, task: null, _meta: null }, { name: 'a' }],
    [{ _meta: { progressToken: null } }, { _meta: {} }],
    [
      { capabilities: { elicitation: null, tasks: {} }, clientInfo: { name: 'a', title: null } },
      { capabilities: { tasks: {} }, clientInfo: { name: 'a' } },
    ],
    [{ arguments: { note: null } }, { arguments: { note: null } }],
    [{ inputResponses: { i1: { content: null } } }, { inputResponses: { i1: { content: null } } }],
  ])('loses the member, but no data: %j', (params, left) => {
    expect(withoutNulls(call(params))).toStrictEqual(call(left));
  });

  it('loses params that are null, in a batch, too', () => {
    const left = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

    expect(withoutNulls([call(null)])).toStrictEqual([left]);
  });

  it('is no other message', () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { action: 'accept', content: null } };

    expect(withoutNulls(answer)).toBe(answer);
    expect(withoutNulls(null)).toBeNull();
  });
});
