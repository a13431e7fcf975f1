import { describe, expect, it } from '@jest/globals';

import { toTaskProgress, toStatusMessage } from '../../../../src/core/tool/declared-status.js';
import type { DeclaredProgress } from '../../../../src/definition/tool/source.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';
import { toOptionalText } from '../../../../src/manifest/compile/compile-text.js';

const SCOPE = { input: { files: 7 } };
const source = { kind: 'memo', name: 'm' } as const;

describe('toStatusMessage', () => {
  it.each<[string, string | undefined, unknown, string | undefined]>([
    ['a text', undefined, 'packing', 'packing'],
    ['a number', undefined, 5, '5'],
    ['a member', '{$memo.a.b}', { a: { b: 'packing' } }, 'packing'],
    ['a text with members', '{$memo.a} of {$memo.b}', { a: 1, b: 2 }, '1 of 2'],
    ['a text with an argument', '{$memo} of {files}', 1, '1 of 7'],
    ['nothing where a value is missing', 'It is {$memo.a}', { b: 2 }, undefined],
    ['nothing of nothing', 'It is {$memo}', undefined, undefined],
    ['nothing of an empty text', undefined, '', undefined],
    ['nothing of an object', undefined, { a: 1 }, undefined],
  ])('says %s', async (_what, text, memo, message) => {
    const compiled = toOptionalText(text);
    const status = { source, ...(compiled && { text: compiled }) };

    expect(await toStatusMessage(status, { ...SCOPE, memo })).toBe(message);
  });

  it('cuts what is long', async () => {
    expect(await toStatusMessage({ source }, { memo: 'x'.repeat(1_000) })).toHaveLength(500);
  });
});

describe('toTaskProgress', () => {
  it.each<[string, Record<string, string>, unknown, object | undefined]>([
    ['a number', {}, 5, { progress: 5 }],
    ['a member', { done: '$memo.done' }, { done: 0 }, { progress: 0 }],
    [
      'a place in a list',
      { done: '$memo[0]', total: '$memo[1]' },
      [3, 9],
      { progress: 3, total: 9 },
    ],
    ['a number of a fixed total', { total: '`100`' }, 5, { progress: 5, total: 100 }],
    ['a number of an argument', { total: 'files' }, 5, { progress: 5, total: 7 }],
    [
      'no total that is no number',
      { done: '$memo.a', total: '$memo.b' },
      { a: 1, b: 'x' },
      { progress: 1 },
    ],
    [
      'a number, though the total cannot be computed',
      { done: '$memo.a', total: 'sum($memo)' },
      { a: 1 },
      { progress: 1 },
    ],
    [
      'what is being done',
      { done: '$memo.a', message: '$memo.b' },
      { a: 1, b: 'Copying' },
      { progress: 1, message: 'Copying' },
    ],
    ['nothing of a text', {}, '5', undefined],
    ['nothing of what is no number', {}, Number.NaN, undefined],
    ['nothing of nothing', { done: '$memo.a' }, undefined, undefined],
  ])('reads %s', async (_what, texts, memo, expected) => {
    const compiled = Object.entries(texts).map(([key, text]) => [key, toExpression(text)]);
    const declared = Object.fromEntries(compiled) as Omit<DeclaredProgress, 'source'>;
    const progress = { source, ...declared };

    expect(await toTaskProgress(progress, { ...SCOPE, memo })).toEqual(expected);
  });
});
