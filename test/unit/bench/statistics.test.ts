import { describe, expect, it } from '@jest/globals';

import { estimateMedian, mean, median, percentile } from '../../../lab/bench/statistics.js';

describe('a percentile', () => {
  it.each([
    [50, 3],
    [95, 5],
    [20, 1],
    [0, 1],
    [100, 5],
  ])('is a sample by nearest rank: %d', (percent, expected) => {
    expect(percentile([5, 1, 4, 2, 3], percent)).toBe(expected);
  });
});

describe('a median', () => {
  it('is the sample in the middle', () => {
    expect(median([9, 1, 2])).toBe(2);
  });

  it('lies between the two in the middle', () => {
    expect(median([4, 1, 2, 9])).toBe(3);
  });
});

describe('no samples', () => {
  it.each([percentile, median, mean, estimateMedian])('have no %p', (of) => {
    expect(() => of([], 50)).toThrow(RangeError);
  });
});

describe('the estimate of a median', () => {
  const spread = Array.from({ length: 41 }, (_one, index) => index);

  it('lies in its interval, which is far smaller than the spread of the samples', () => {
    const { value, low, high } = estimateMedian(spread);

    expect(value).toBe(20);
    expect(low).toBeGreaterThan(5);
    expect(low).toBeLessThan(20);
    expect(high).toBeGreaterThan(20);
    expect(high).toBeLessThan(35);
  });

  it('has a smaller interval with more samples', () => {
    const few = estimateMedian(spread);
    const many = estimateMedian(Array.from({ length: 4 }, () => spread).flat());

    expect(many.high - many.low).toBeLessThan(few.high - few.low);
  });

  it('is the same for the same samples', () => {
    expect(estimateMedian(spread)).toStrictEqual(estimateMedian(spread));
  });

  it('has no width where all samples are the same', () => {
    expect(estimateMedian([7, 7, 7])).toStrictEqual({ value: 7, low: 7, high: 7 });
  });

  it('holds the true median in about 95 of 100 runs', () => {
    // Samples of a known distribution, from a generator with a seed of its own.
    let state = 1;
    const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const isHeld = Array.from({ length: 100 }, () => {
      const { low, high } = estimateMedian(Array.from({ length: 25 }, next));
      return low <= 0.5 && high >= 0.5;
    });
    const held = isHeld.filter(Boolean).length;

    expect(held).toBeGreaterThanOrEqual(88);
    // An interval of everything would hold it always.
    expect(held).toBeLessThan(100);
  });
});
