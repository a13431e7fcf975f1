import { describe, expect, it } from '@jest/globals';

import { createDraws } from '../../../../capacity/simulation/draws.js';
import { toFullestShare } from '../../../../capacity/simulation/fullest-namespace.js';

describe('toFullestShare', () => {
  it('is everything where there is one namespace', () => {
    expect(toFullestShare(1_000, 1, createDraws(1))).toBe(1);
  });

  it('is everything where there is one owner', () => {
    expect(toFullestShare(1, 10, createDraws(1))).toBe(1);
  });

  it.each([200_000, 200_001])('is a little more than the mean with %d owners', (owners) => {
    const share = toFullestShare(owners, 100, createDraws(1));

    expect(share).toBeGreaterThan(0.0101);
    expect(share).toBeLessThan(0.0109);
  });
});
