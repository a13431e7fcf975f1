import { describe, expect, it } from '@jest/globals';

import { toNumber, toPercent, toQuantile } from '../../../../capacity/tables/format.js';

describe('toNumber', () => {
  it.each([
    [0, '0'],
    [0.01157, '0.0116'],
    [27.777, '27.8'],
    [1_344, '1,340'],
    [12_345_678, '12,300,000'],
  ])('writes %d as %s', (value, expected) => {
    expect(toNumber(value)).toBe(expected);
  });
});

describe('toPercent', () => {
  it.each([
    [0, '0'],
    [0.0001, '< 0.1 %'],
    [0.125, '12.5 %'],
    [1, '100.0 %'],
    [2.5, '2.5 times'],
  ])('writes %d as %s', (share, expected) => {
    expect(toPercent(share)).toBe(expected);
  });
});

describe('toQuantile', () => {
  it('is the value below which that part lies', () => {
    expect(toQuantile([1, 2, 3, 4], 0.5)).toBe(3);
    expect(toQuantile([1, 2, 3, 4], 1)).toBe(4);
    expect(toQuantile([], 0.5)).toBeUndefined();
  });
});
