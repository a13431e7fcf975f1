import { describe, expect, it } from '@jest/globals';

import { toPlainJson } from '../../../../src/manifest/compile/parsed-expression.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('a copy that is JSON', () => {
  it.each([null, true, 1.5, 'a', [1, [2]], { a: { b: [null] } }])('is the same as %j', (value) => {
    expect(toPlainJson(value)).toStrictEqual(value);
  });

  it('leaves out functions, prototypes and what is undefined', () => {
    expect(toPlainJson({ a: () => 1, b: undefined, c: Object.prototype })).toStrictEqual({
      a: null,
      b: null,
      c: {},
    });
    expect(toPlainJson(() => 1)).toBeNull();
  });

  it('has a member __proto__ as a member', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}') as object;

    expect(Object.hasOwn(toPlainJson(value) as object, '__proto__')).toBe(true);
  });

  it('refuses what is too deep', () => {
    expect(toPlainJson(nested(64))).toStrictEqual(nested(64));
    expect(() => toPlainJson(nested(65))).toThrow('more than 64 levels');
  });

  it('refuses what is too large, also where it is one list many times over', () => {
    let value: unknown = 'x'.repeat(1_000);
    for (let times = 0; times < 30; times += 1) value = [value, value];

    expect(() => toPlainJson(value)).toThrow('more than 4194304 bytes');
  });

  it.each([Number.NaN, Infinity])('refuses %d', (value) => {
    expect(() => toPlainJson([value])).toThrow('does not give a number');
  });
});
