import { describe, expect, it } from '@jest/globals';

import {
  findInexact,
  parseJson,
  toJson,
  toRounded,
} from '../../../../src/core/value/exact-json.js';
import { LongDecimal } from '../../../../src/core/value/long-decimal.js';

describe('parseJson', () => {
  it.each<[string, unknown]>([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['[-9007199254740993]', [-9_007_199_254_740_993n]],
    ['{"a":{"b":3544790567247868102}}', { a: { b: 3_544_790_567_247_868_102n } }],
    ['9007199254740993.000', 9_007_199_254_740_993n],
    ['9007199254740993.5', new LongDecimal('9007199254740993.5')],
    ['[-12345678901234567.89]', [new LongDecimal('-12345678901234567.89')]],
    ['9007199254740993e0', 9_007_199_254_740_993n],
    ['9.007199254740993e15', 9_007_199_254_740_993n],
    ['90071992547409930e-1', 9_007_199_254_740_993n],
    ['1.2345678901234567891e+20', 123_456_789_012_345_678_910n],
    ['9.007199254740992e15', 9_007_199_254_740_992],
    ['90071992547409920.0e-1', 9_007_199_254_740_992],
    ['1.2345678901234567e+30', 1.2345678901234567e30],
    ['[-1.7976931348623157E308]', [-Number.MAX_VALUE]],
    ['4503599627370497.123456789', 4_503_599_627_370_497],
    ['1.5e300', 1.5e300],
    ['1e21', 1e21],
    ['1e400', new LongDecimal('1e400')],
    ['[-2E+999999999]', [new LongDecimal('-2E+999999999')]],
    [`1${'0'.repeat(400)}`, new LongDecimal(`1${'0'.repeat(400)}`)],
    ['0.12345678901234567890', 0.123_456_789_012_345_68],
    ['{"9007199254740993":"9007199254740993"}', { '9007199254740993': '9007199254740993' }],
    [String.raw`["\"",9007199254740993,"\\"]`, ['"', 9_007_199_254_740_993n, '\\']],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  it('takes no string for a number, however it is written', () => {
    const text = String.raw`["\uE0009007199254740993","\uE000\uE0001",9007199254740993]`;

    expect(parseJson(text)).toStrictEqual([
      '\uE0009007199254740993',
      '\uE000\uE0001',
      9_007_199_254_740_993n,
    ]);
  });

  it('refuses what is not JSON', () => {
    expect(() => parseJson('[9007199254740993')).toThrow(SyntaxError);
    expect(() => parseJson('[09007199254740993]')).toThrow(SyntaxError);
  });

  it('reads 4 MB of digits and of escapes', () => {
    const quotes = 2_000_000;
    const text = `["${String.raw`\"`.repeat(quotes)}",9007199254740993]`;

    expect(parseJson(`[${'9'.repeat(4_000_000)}]`)).toStrictEqual([
      new LongDecimal('9'.repeat(4_000_000)),
    ]);
    expect(parseJson(text)).toStrictEqual(['"'.repeat(quotes), 9_007_199_254_740_993n]);
  });
});

describe('toJson', () => {
  it.each<[unknown, string]>([
    [{ a: [9_007_199_254_740_993n, 1] }, '{"a":[9007199254740993,1]}'],
    [-9_007_199_254_740_993n, '-9007199254740993'],
    [['\uE0001', 9_007_199_254_740_993n], '["\uE0001",9007199254740993]'],
    [{ a: 'x' }, '{"a":"x"}'],
    [{ a: [parseJson('-12345678901234567.89'), 1n] }, '{"a":[-12345678901234567.89,1]}'],
    [parseJson('12345678901234567.89e1'), '12345678901234567.89e1'],
    [{ a: parseJson('1e400') }, '{"a":1e400}'],
  ])('writes %s', (value, text) => {
    expect(toJson(value)).toBe(text);
  });

  it('indents, and has no text for a value without a JSON form', () => {
    expect(toJson({ a: 9_007_199_254_740_993n }, 2)).toBe('{\n  "a": 9007199254740993\n}');
    expect(toJson(undefined)).toBeUndefined();
  });

  it('throws at a value that holds itself', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;

    expect(() => toJson(value)).toThrow(TypeError);
  });
});

describe('findInexact', () => {
  it('names the first place', () => {
    expect(findInexact({ a: 1, b: [{ 'c/d': 1n }, 2n] })).toMatchObject({
      path: '/b/0/c~1d',
    });
    expect(findInexact([Infinity])).toMatchObject({ path: '/0' });
    expect(findInexact([1, parseJson('12345678901234567.89')])).toMatchObject({ path: '/1' });
    expect(findInexact({ a: [1, '2', null, true, '🚚'] })).toBeUndefined();
  });
});

describe('the mend of a number that loses digits', () => {
  const schema = {
    properties: {
      cents: { type: 'integer' },
      id: { type: ['integer', 'string'] },
      note: {},
      rows: { type: 'array', items: { properties: { n: { type: 'number' } } } },
    },
  };

  it.each([
    [{ id: 1n }, 'send it as a string'],
    [{ note: { n: 1n } }, 'send it as a string'],
    [{ other: 1n }, 'send it as a string'],
    [{ cents: 1n }, 'the operator of this server has to declare a string here'],
    [{ rows: [{ n: 1n }] }, 'the operator of this server has to declare a string here'],
  ])('depends on the schema at its place: %s', (value, mend) => {
    expect(findInexact(value, schema)?.message).toBe(
      `is too large to keep all its digits as a number: ${mend}`,
    );
  });
});

describe('toRounded', () => {
  it('makes numbers of large integers, and keeps other values', () => {
    const value = { a: [1, 'x'] };

    const decimal = parseJson('12345678901234567.89');
    expect(toRounded({ a: [9_007_199_254_740_993n, decimal], b: 'x' })).toStrictEqual({
      a: [9_007_199_254_740_992, 12_345_678_901_234_568],
      b: 'x',
    });
    expect(toRounded(value)).toBe(value);
  });
});

describe('a lone surrogate', () => {
  it.each([
    ['in a value', 'a\ud800b', '"a\ufffdb"'],
    ['after another one', '\udc00\ud800', '"\ufffd\ufffd"'],
    ['after a backslash', '\\\ud800', '"\\\\\ufffd"'],
    ['in a name', { '\ud800': 1n }, '{"\ufffd":1}'],
  ])('becomes U+FFFD %s', (_where, value, json) => {
    expect(toJson(value)).toBe(json);
  });

  it.each(['🚚', '\\ud800', '\\\\udfff'])('is not found in %s', (text) => {
    expect(JSON.parse(toJson(text))).toBe(text);
    expect(findInexact(text)).toBeUndefined();
  });

  it.each([
    [{ a: ['x', '\udc00'] }, '/a/1'],
    [{ b: { 'c\ud800': 1 } }, '/b/c\ud800'],
  ])('is found in %j', (value, path) => {
    expect(findInexact(value)).toMatchObject({ path });
  });
});
