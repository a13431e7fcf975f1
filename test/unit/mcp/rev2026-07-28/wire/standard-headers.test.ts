import { describe, expect, it } from '@jest/globals';

import { findHeaderProblem } from '../../../../../src/mcp/rev2026-07-28/wire/standard-headers.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    shards: { type: 'integer', 'x-mcp-header': 'Shards' },
    isDry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    customer: {
      type: 'object',
      properties: { tier: { type: 'string', 'x-mcp-header': 'Tier' } },
    },
    odd: { type: 'string', 'x-mcp-header': 'no token' },
    note: { type: 'string' },
  },
};

function faultOf(input: object, headers: Readonly<Record<string, string>>): string | undefined {
  const asked = {
    id: 1,
    method: 'tools/call',
    params: { name: 'deploy', arguments: input },
    row: { name: 'tools/call', subject: 'tool', scopes: 'ofTool', streams: 'onWait' },
  } as const;
  const sent = new Headers({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'deploy',
    ...headers,
  });
  const problem = findHeaderProblem(sent, asked, (name) =>
    name === 'deploy' ? schema : undefined,
  );
  return problem && `${problem.status} ${problem.code}: ${problem.message}`;
}

describe('arguments that clients repeat in headers', () => {
  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['the same text', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['the same text in Base64', { region: 'ü' }, { 'Mcp-Param-Region': '=?base64?w7w=?=' }],
    ['the same number, written otherwise', { shards: 42 }, { 'mcp-param-shards': '42.0' }],
    ['the same truth', { isDry: false }, { 'mcp-param-dry': 'false' }],
    ['an inner argument', { customer: { tier: 'gold' } }, { 'mcp-param-tier': 'gold' }],
    ['nothing for null and what is left out', { region: null, note: 'a' }, {}],
    ['nothing for a header that HTTP does not have', { odd: 'a' }, {}],
  ])('may have %s', (_what, input, headers) => {
    expect(faultOf(input, headers)).toBeUndefined();
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['another text', { region: 'us' }, { 'mcp-param-region': 'eu' }],
    ['another number', { shards: 42 }, { 'mcp-param-shards': '43' }],
    ['a number in other digits', { shards: 16 }, { 'mcp-param-shards': '0x10' }],
    ['two values', { region: 'eu' }, { 'mcp-param-region': 'eu, us' }],
    ['no header', { customer: { tier: 'gold' } }, {}],
  ])('are refused with %s', (_what, input, headers) => {
    expect(faultOf(input, headers)).toMatch(/^400 -32020: .* header (?:is absent|does not carry)/);
  });
});
