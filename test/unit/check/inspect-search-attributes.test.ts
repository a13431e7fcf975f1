import { describe, expect, it } from '@jest/globals';

import { typesFor } from '../../../src/check/inspect-search-attributes.js';
import { toText } from '../../../src/manifest/compile/compile-text.js';

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
    ['{amount}', ['DOUBLE', 'INT']],
    ['{count}', ['INT', 'DOUBLE']],
    ['{paid}', ['BOOL']],
    ['{tags}', ['KEYWORD_LIST']],
    ['{id}', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME']],
    ['{amount} EUR', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME']],
    ['fixed', ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME']],
    ['{any}', undefined],
    ['{$caller.name}', undefined],
  ])('of %s are %j', (template, types) => {
    expect(
      typesFor({ inputSchema: { type: 'object', properties } }, toText(template)),
    ).toStrictEqual(types);
  });
});
