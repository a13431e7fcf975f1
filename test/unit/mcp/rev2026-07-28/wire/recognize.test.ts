import { describe, expect, it } from '@jest/globals';

import { recognizesHttp } from '../../../../../src/mcp/rev2026-07-28/wire/recognize.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const claim = (version: unknown, method = 'tools/list'): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { _meta: { [VERSION]: version } },
});
const BARE = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('a POST is one of 2026-07-28', () => {
  it.each<[string, boolean, unknown, string | undefined]>([
    ['its body names the revision', true, claim('2026-07-28'), undefined],
    ['its header names the revision', true, BARE, '2026-07-28'],
    ['its header names a later one', true, BARE, '2099-01-01'],
    [
      'its body names another revision, where older ones name none',
      true,
      claim('2025-11-25'),
      undefined,
    ],
    ['a message of its list names the revision', true, [BARE, claim('2026-07-28')], undefined],
    ['it initializes and names the revision', true, claim('2026-07-28', 'initialize'), undefined],
    ['it initializes and names an older one', false, claim('2025-11-25', 'initialize'), undefined],
    ['it names no revision', false, BARE, undefined],
    ['its header names an older one', false, BARE, '2025-11-25'],
    ['it is a list without revisions', false, [BARE], undefined],
    ['its body is a text', false, 'text', undefined],
    ['it has no body', false, undefined, '2026-07-28'],
  ])('if %s: %p', (_what, expected, body, version) => {
    const headers = new Headers(version === undefined ? {} : { 'mcp-protocol-version': version });

    expect(recognizesHttp({ method: 'POST', headers }, body)).toBe(expected);
    expect(recognizesHttp({ method: 'GET', headers }, body)).toBe(false);
  });
});
