import { describe, expect, it } from '@jest/globals';

import { isMultiple } from '../../../../src/core/value/decimal.js';

describe('a multiple', () => {
  it.each([
    [19.99, 0.01],
    [0.07, 0.01],
    [1.13, 0.01],
    [4.35, 0.05],
    [-19.99, 0.01],
    [0, 0.01],
    [3e21, 3e-7],
    [1.5e-7, 5e-8],
    [1e308, 1e-300],
    [6, 1.5],
  ])('is counted in decimals: %d is one of %d', (value, step) => {
    expect(isMultiple(value, step)).toBe(true);
  });

  it.each([
    [19.995, 0.01],
    [1e-7, 1e-6],
    [4.36, 0.05],
    [7, 2],
    [Number.POSITIVE_INFINITY, 1],
  ])('is none: %d of %d', (value, step) => {
    expect(isMultiple(value, step)).toBe(false);
  });
});
