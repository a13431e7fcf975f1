import { describe, expect, it } from '@jest/globals';

import { meetsRules, readClaim } from '../../../../src/core/person/claims.js';

describe('readClaim', () => {
  it('reads a name, and else a path', () => {
    expect(readClaim({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
    expect(readClaim({ a: { b: 2 } }, 'a.b')).toBe(2);
    expect(
      readClaim({ 'https://x.example/roles': ['r'] }, 'https://x.example/roles'),
    ).toStrictEqual(['r']);
  });

  it.each(['a.c', 'x', 'constructor', 'a.constructor', 'toString', 'b.length'])(
    'finds nothing at %s',
    (name) => {
      expect(readClaim({ a: { b: 2 }, b: 'text' }, name)).toBeUndefined();
    },
  );
});

describe('meetsRules', () => {
  const rules = { groups: ['staff', 'admins'], verified: ['true'] };

  it('wants one of the values of every claim that is named', () => {
    expect(meetsRules(rules, { groups: ['x', 'admins'], verified: true })).toBe(true);
    expect(meetsRules(rules, { groups: 'staff', verified: 'true' })).toBe(true);
    expect(meetsRules({}, {})).toBe(true);
  });

  it('is not met by a number that has lost digits', () => {
    expect(meetsRules({ team: ['9007199254740991'] }, { team: 9_007_199_254_740_991 })).toBe(true);
    expect(
      meetsRules(
        { team: ['9007199254740992'] },
        JSON.parse('{"team":9007199254740993}') as Readonly<Record<string, unknown>>,
      ),
    ).toBe(false);
  });

  it.each([
    {},
    { groups: ['staff'] },
    { groups: 'staff admins', verified: true },
    { groups: { staff: true }, verified: true },
    { groups: [['staff']], verified: true },
  ])('is not met by %p', (claims) => {
    expect(meetsRules(rules, claims)).toBe(false);
  });
});
