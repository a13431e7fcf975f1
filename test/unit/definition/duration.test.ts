import { describe, expect, it } from '@jest/globals';

import { duration } from '../../../src/definition/keys.js';

describe('duration', () => {
  it.each([
    ['1ms', 1],
    ['1.5s', 1_500],
    ['.5s', 500],
    ['30s', 30_000],
    ['30 seconds', 30_000],
    ['5m', 300_000],
    ['5 minutes', 300_000],
    ['1 Hour', 3_600_000],
    ['2 days', 172_800_000],
    ['1 week', 604_800_000],
    ['1y', 31_557_600_000],
  ])('reads %j as %i ms', (written, expected) => {
    expect(duration.parse(written)).toBe(expected);
  });

  it.each([
    ['-5s'],
    ['five minutes'],
    ['5 parsecs'],
    ['5 minutes 3 seconds'],
    ['PT5M'],
    ['1e3'],
    ['s'],
    [' 5s'],
    [''],
    [' '],
  ])('refuses %j, saying what to write', (written) => {
    const { success, error } = duration.safeParse(written);

    expect(success).toBe(false);
    expect(error?.issues).toStrictEqual([
      expect.objectContaining({
        message: `${JSON.stringify(written)} is not a duration: write "500ms", "30s", "5 minutes" or "2 days".`,
      }),
    ]);
  });

  it.each(['0.5ms', '0s'])('says the least that it takes for %j', (written) => {
    expect(duration.safeParse(written).error?.issues[0]?.message).toBe('Must be at least 1 ms.');
  });

  it.each([5, '5', 0, '1.5'])('asks for the unit of %j', (written) => {
    expect(duration.safeParse(written).error?.issues[0]?.message).toBe(
      `A duration has a unit: write "${written}s" or "${written}ms".`,
    );
  });

  it.each([[true], [null], [['5s']], [{ seconds: 5 }], [Infinity], [Number.NaN]])(
    'refuses %p, saying that it is not a duration',
    (written) => {
      expect(duration.safeParse(written).error?.issues[0]?.message).toContain('is not a duration');
    },
  );
});
