import { describe, expect, it } from '@jest/globals';

import { createDraws } from '../../../../capacity/simulation/draws.js';
import { simulateVisibility } from '../../../../capacity/simulation/simulate-visibility.js';

describe('simulateVisibility', () => {
  it.each([
    ['no calls', 0, 0],
    ['less than the limit', 15, 0],
    ['twice the limit', 60, 0.5],
    ['so much that a sample is played', 3_000, 0.99],
  ])('refuses what is over the limit: %s', (_what, callsPerSecond, refused) => {
    const load = { callsPerSecond, limitPerSecond: 30, seconds: 300 };

    expect(simulateVisibility(load, createDraws(1))).toBeCloseTo(refused, 1);
  });
});
