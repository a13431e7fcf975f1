import { describe, expect, it } from '@jest/globals';

import { compilePattern } from '../../../../src/manifest/compile/linear-pattern.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const TEXTS = [
  ...[
    '',
    'a',
    'ab',
    'AB',
    'a b',
    ' a',
    'a\n',
    'a\r',
    '\n',
    '\u00a0',
    'a\u2028b',
    '\ufeff',
    '\u000b',
  ],
  ...[
    'é',
    '😀',
    '😀😀',
    '\ud83d',
    '12',
    '1a',
    '2026-01-05',
    'a@b.example',
    '[',
    ']',
    ':alph',
    '[]',
  ],
  ...['a/b', 'x-y_z', 'tea-cup', 'A1-', '\t', '.', '..', '\\', 'aaaaaaaaaa', 'Ω', 'ß'],
];

describe('compilePattern', () => {
  it.each([
    ...[
      '',
      'a',
      '^a$',
      '^.$',
      '^.+$',
      '^..$',
      '^\\s*$',
      '^\\S+$',
      '[\\s\\S]',
      '^[^\\s@]+@[^\\s@]+$',
    ],
    ...[
      '^\\d{4}-\\d{2}-\\d{2}$',
      '^[\\w-]+$',
      '^[\\]\\[]+$',
      '^[[]$',
      '[[:alpha:]',
      '[^[\\]]',
      '[[\\s\\S]',
      '[\\S\\s]+',
      '\\v',
      '\\0',
      '\\cJ',
      '[]',
      '[^]',
      '[.]',
    ],
    ...['^\\p{L}+$', '^\\P{Lu}+$', '\\u00e9', '\\u{1F600}', '^[\\u{1F600}-\\u{1F64F}]$', '\\x41'],
    ...[
      '^(?:a|b)+$',
      '^(?<first>a)',
      '\\ba\\b',
      'a\\B',
      '^a*?$',
      '\\/',
      '\\.',
      '\\\\',
      '\\t',
      '\\n$',
    ],
  ])('matches %j as JavaScript does, in linear time', (source) => {
    const { test, isLinear } = compilePattern(source);

    expect(isLinear).toBe(true);
    expect(TEXTS.filter(test)).toStrictEqual(
      TEXTS.filter((text) => new RegExp(source, 'u').test(text)),
    );
  });

  it.each([
    ...[
      '^(?=.*\\d)(?=.*[a-z]).+$',
      '(?<!a)b',
      '(?<=a)b',
      '^(.)\\1$',
      '^(?<x>.)\\k<x>$',
      '^[\\S]+$',
      '[^\\s\\S]',
      '^[^\\S]+$',
      '\\uD83D\\uDE00',
      '^.{0,2000}$',
    ],
    '^\\p{Script=Greek}$',
  ])('leaves %j to JavaScript', (source) => {
    const { test, isLinear } = compilePattern(source);

    expect(isLinear).toBe(false);
    expect(TEXTS.filter(test)).toStrictEqual(
      TEXTS.filter((text) => new RegExp(source, 'u').test(text)),
    );
  });

  it.each(['(', 'a**', '\\p{None}', '[b-a]', '(?<a>)(?<a>)'])('refuses %j', (source) => {
    expect(() => compilePattern(source)).toThrow(SyntaxError);
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(100_000)}b`],
    ['^(a|a)*$', `${'a'.repeat(100_000)}b`],
    ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', `a@${'.'.repeat(100_000)}@`],
    ['\\s+$', `${' '.repeat(100_000)}b`],
    ['(x+x+)+y', 'x'.repeat(100_000)],
  ])('%s takes no longer for a hostile text', (source, text) => {
    const { test } = compilePattern(source);
    const startedAtMs = spentCpuMs();

    expect(test(text)).toBe(false);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(2_000);
  });
});
