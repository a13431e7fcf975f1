import { describe, expect, it } from '@jest/globals';

import type { AttemptCount } from '../../../../src/core/event/event-delivery.js';
import {
  countAttempts,
  isHopeless,
} from '../../../../src/worker/system-workflows/attempt-counts.js';

const MINUTE_MS = 60_000;

/** Attempts, so many a minute, of which some have failed. */
function countMinutes(minutes: number, made: number, failed: number): readonly AttemptCount[] {
  let counts: readonly AttemptCount[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    counts = countAttempts(counts, { made, failed }, minute * MINUTE_MS);
  }
  return counts;
}

describe('isHopeless', () => {
  it('takes a hundred attempts of an hour of which hardly any has come through', () => {
    expect(isHopeless(countMinutes(20, 5, 5))).toBe(true);
    expect(isHopeless(countMinutes(19, 5, 5))).toBe(false);
    expect(isHopeless(countMinutes(50, 20, 19))).toBe(false);
  });

  it('forgets what is older than an hour', () => {
    const counts = countAttempts(countMinutes(20, 5, 5), { made: 1, failed: 1 }, 70 * MINUTE_MS);

    expect(counts).toHaveLength(9 + 1);
    expect(isHopeless(counts)).toBe(false);
  });

  it('sums up a minute', () => {
    const once = countAttempts([], { made: 2, failed: 1 }, 10);

    expect(countAttempts(once, { made: 1, failed: 1 }, 20)).toStrictEqual([
      { minute: 0, made: 3, failed: 2 },
    ]);
  });
});
