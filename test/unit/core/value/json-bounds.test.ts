import { describe, expect, it } from '@jest/globals';

import {
  findExcess,
  findTextExcess,
  isDeeper,
  MAX_MESSAGE_DEPTH,
  toJsonBytes,
} from '../../../../src/core/value/json-bounds.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const BOUNDS = { maxBytes: 100, maxDepth: 3 };

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('toJsonBytes', () => {
  it.each([
    ['a', 3],
    ['é', 4],
    ['😀', 6],
    [{ a: [1, null] }, 14],
    [undefined, 0],
  ])('of %j are %i', (value, bytes) => {
    expect(toJsonBytes(value)).toBe(bytes);
  });
});

describe('isDeeper', () => {
  it.each([
    ['a call as clients make it', { params: { arguments: { a: [{ b: [1] }] } } }, false],
    ['a message of 80 levels', nested(80), false],
    ['a message of 81 levels', nested(81), true],
    ['a message of 5,000 levels', { params: { a: nested(5_000) } }, true],
  ])('tells %s from one that is too deep', (_what, message, isTooDeep) => {
    expect(isDeeper(message, MAX_MESSAGE_DEPTH)).toBe(isTooDeep);
  });
});

describe('findTextExcess', () => {
  it.each([
    ['brackets in texts', `{"a":"[[[[{{{{","b\\\\":"\\"[[[["}`, false],
    ['a text that ends with a backslash', '{"a":"\\\\","b":[[1]]}', false],
    ['four levels', '[{"a":[{}]}]', true],
    ['lists side by side', '[[1],[2],[3],[4]]', false],
  ])('counts what is nested, and not %s', (_what, text, isTooDeep) => {
    const found = findTextExcess(new TextEncoder().encode(text), { maxDepth: 3, maxMembers: 100 });

    expect(found).toBe(isTooDeep ? 'levels' : undefined);
  });

  it.each([
    ['members', '{"a":1,"b":2}', 2],
    ['items', '[1,2,3]', 3],
    ['empty objects', '[{},{}]', 4],
    ['nothing in texts', '["{,:[", "\\",,,"]', 2],
  ])('counts %s', (_what, text, members) => {
    const bytes = new TextEncoder().encode(text);

    expect(findTextExcess(bytes, { maxDepth: 3, maxMembers: members })).toBeUndefined();
    expect(findTextExcess(bytes, { maxDepth: 3, maxMembers: members - 1 })).toBe('members');
  });
});

describe('findExcess', () => {
  it('says the size of what is too large, and looks no further', () => {
    const value = { deep: nested(70), text: 'x'.repeat(200) };

    expect(findExcess(value, BOUNDS)).toMatch(/^\d+ bytes, more than the limit of 100$/);
  });

  it.each([
    [undefined],
    [null],
    [1],
    ['x'.repeat(98)],
    [[[['in three lists']]]],
    [{ a: { b: { c: 1 } } }],
  ])('finds none in %j', (value) => {
    expect(findExcess(value, BOUNDS)).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    expect(findExcess('é'.repeat(50), BOUNDS)).toBe('102 bytes, more than the limit of 100');
  });

  it.each([[nested(4)], [{ a: [{ b: {} }] }], [[1, 'a', [[[]]]]]])(
    'refuses %j for its depth',
    (value) => {
      expect(findExcess(value, BOUNDS)).toBe('more than 3 levels of nesting');
    },
  );

  it('is not exhausted by a depth that exhausts the stack', () => {
    const deep = nested(500_000);

    expect(findExcess(deep, { ...BOUNDS, maxBytes: Infinity })).toBe(
      'more than 3 levels of nesting',
    );
  });

  it('takes time in proportion to a value that is wide on every level', () => {
    const wide = Array.from({ length: 100_000 }, () => [[]]);
    const startedAtMs = spentCpuMs();

    expect(findExcess(wide, { maxBytes: 10_000_000, maxDepth: 64 })).toBeUndefined();
    expect(spentCpuMs() - startedAtMs).toBeLessThan(5_000);
  });
});
