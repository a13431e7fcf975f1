import { describe, expect, it } from '@jest/globals';

import { typesFor } from '../../../src/check/inspect-search-attributes.js';
import { toCompiledText } from '../../../src/manifest/compile/compile-text.js';

const properties = {
  id: { type: 'string' },
  amount: { type: 'number' },
  count: { type: 'integer' },
  paid: { type: 'boolean' },
  tags: { type: 'array' },
  any: {},
};

describe('typesFor', () => {
  it.each([
    ['{amount}', ['DOUBLE', 'INT', 'KEYWORD', 'TEXT', 'KEYWORD_LIST']],
    ['{count}', ['INT', 'DOUBLE', 'KEYWORD', 'TEXT', 'KEYWORD_LIST']],
    ['{paid}', ['BOOL', 'KEYWORD', 'TEXT', 'KEYWORD_LIST']],
    ['{tags}', ['KEYWORD_LIST', 'KEYWORD', 'TEXT']],
    ['{id}', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME', 'INT', 'DOUBLE', 'BOOL']],
    ['{amount} EUR', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME']],
    ['fixed', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME']],
    ['{any}', undefined],
    ['{$caller.name}', undefined],
  ])('of %s are %j', (template, types) => {
    expect(
      typesFor({ inputSchema: { type: 'object', properties } }, toCompiledText(template)),
    ).toStrictEqual(types);
  });
});
