import { describe, expect, it } from '@jest/globals';

import { describeUnfitTexts, typesFor } from '../../../src/check/inspect-search-attributes.js';
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

describe('describeUnfitTexts', () => {
  it.each([
    [{ type: 'string' }, 'INT', /"a" may be a text .* must be a whole number/],
    [{ type: 'string' }, 'DATETIME', /must be a date/],
    [{ type: 'string', format: 'email' }, 'BOOL', /must be true or false/],
    [{ type: 'string', enum: ['1', 'two'] }, 'INT', /must be a whole number/],
    [{ type: 'string', enum: ['1', '2'] }, 'INT', /^nothing$/],
    [{ type: 'string', format: 'date' }, 'DATETIME', /^nothing$/],
    [{ type: 'string', format: 'date-time' }, 'DATETIME', /^nothing$/],
    [{ type: 'string', pattern: '^[0-9]+$' }, 'INT', /^nothing$/],
    [{ type: 'string' }, 'KEYWORD', /^nothing$/],
    [{ type: 'integer' }, 'INT', /^nothing$/],
  ])('of %j for %s', (a, type, expected) => {
    const inputSchema = { type: 'object' as const, properties: { a } };
    const said = describeUnfitTexts({ inputSchema }, toCompiledText('{a}'), type);

    expect(said ?? 'nothing').toMatch(expected);
  });
});
