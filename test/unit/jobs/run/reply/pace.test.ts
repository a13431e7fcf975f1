import { describe, expect, it } from '@jest/globals';

import { readWait, toInterval } from '../../../../../src/jobs/run/reply/pace.js';

const NOW_MS = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 60 * 60_000;
const NOW_SECONDS = NOW_MS / 1000;
const LATER = 'Thu, 26 Nov 2026 15:00:04 GMT';

describe('readWait', () => {
  it.each([
    // J-002: seconds or a date; the past means now, an unreadable one nothing, and no wait is longer than an hour.
    [{ 'retry-after': '5' }, 5_000],
    [{ 'retry-after': 'Thu, 26 Nov 2026 12:00:07 GMT' }, 7_000],
    [{ 'retry-after': 'Thu, 26 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '1000000000' }, HOUR_MS],
    // J-024 has the time of the reset, J-037 the seconds left.
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_SECONDS + 30) }, 30_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '17' }, 17_000],
    [{ 'ratelimit-remaining': '3', 'ratelimit-reset': '17' }, undefined],
    // By the clock of the service, and in the units of some.
    [{ 'retry-after': LATER, date: 'Thu, 26 Nov 2026 15:00:00 GMT' }, 4_000],
    [{ 'retry-after': LATER, date: 'now' }, HOUR_MS],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_MS + 2_500) }, 2_500],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-26T12:00:09Z' }, 9_000],
    [
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(NOW_SECONDS + 10_803),
        date: 'Thu, 26 Nov 2026 15:00:00 GMT',
      },
      3_000,
    ],
    [{}, undefined],
  ])('reads %j', (headers, expected) => {
    expect(readWait(headers as Record<string, string>, NOW_MS)).toBe(expected);
  });
});

describe('toInterval', () => {
  const pollEvery = { from: 1_000, to: 60_000 };

  it.each([
    [1, 1_000],
    [2, 1_500],
    [5, 5_063],
    [100_000, 60_000],
  ])('waits about as long as declared after attempt %i', (attempt, expected) => {
    const waits = Array.from({ length: 50 }, () => toInterval(pollEvery, attempt));

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(Math.floor(expected * 0.9));
    expect(Math.max(...waits)).toBeLessThanOrEqual(Math.ceil(expected * 1.1));
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});
