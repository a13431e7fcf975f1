import { describe, expect, it } from '@jest/globals';

import {
  type DeclaredProgress,
  type DeclaredStatus,
  toProgress,
  toStatusMessage,
} from '../../../../src/core/tool/declared-status.js';

const source = { kind: 'memo', name: 'm' } as const;

describe('toStatusMessage', () => {
  it.each<[string, Omit<DeclaredStatus, 'source'>, unknown, string | undefined]>([
    ['a text', {}, 'packing', 'packing'],
    ['a number', {}, 5, '5'],
    ['a member', { path: 'a.b' }, { a: { b: 'packing' } }, 'packing'],
    ['a text with members', { text: '{a} of {b}' }, { a: 1, b: 2 }, '1 of 2'],
    ['a text with an argument', { text: '{.} of {arguments.files}' }, 1, '1 of 7'],
    ['a text about the whole', { text: 'It is {.}' }, 'packed', 'It is packed'],
    ['a text, if a member is there', { path: 'a', text: 'It is {b}' }, { a: 1, b: 2 }, 'It is 2'],
    ['nothing where the member is missing', { path: 'a', text: 'It is {b}' }, { b: 2 }, undefined],
    ['nothing of nothing', { text: 'It is {.}' }, undefined, undefined],
    ['nothing of an empty text', {}, '', undefined],
    ['nothing of an object', {}, { a: 1 }, undefined],
  ])('says %s', (_what, ...[status, value, message]) => {
    expect(toStatusMessage({ source, ...status }, { value, callArguments: { files: 7 } })).toBe(
      message,
    );
  });

  it('cuts what is long', () => {
    expect(toStatusMessage({ source }, { value: 'x'.repeat(1_000) })).toHaveLength(500);
  });
});

describe('toProgress', () => {
  it.each<[string, Omit<DeclaredProgress, 'source'>, unknown, object | undefined]>([
    ['a number', {}, 5, { progress: 5 }],
    ['a member', { path: 'done' }, { done: 0 }, { progress: 0 }],
    ['a place in a list', { path: '0', total: '1' }, [3, 9], { progress: 3, total: 9 }],
    ['a number of a fixed total', { total: 100 }, 5, { progress: 5, total: 100 }],
    ['a number of an argument', { total: 'arguments.files' }, 5, { progress: 5, total: 7 }],
    ['no total that is no number', { path: 'a', total: 'b' }, { a: 1, b: 'x' }, { progress: 1 }],
    [
      'what is being done',
      { path: 'a', messagePath: 'b' },
      { a: 1, b: 'Copying' },
      { progress: 1, message: 'Copying' },
    ],
    ['nothing of a text', {}, '5', undefined],
    ['nothing of what is no number', {}, Number.NaN, undefined],
    ['nothing of nothing', { path: 'a' }, undefined, undefined],
  ])('reads %s', (_what, ...[progress, value, expected]) => {
    expect(
      toProgress({ source, ...progress }, { value, callArguments: { files: 7 } }),
    ).toStrictEqual(expected);
  });
});
