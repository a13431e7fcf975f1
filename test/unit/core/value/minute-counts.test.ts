import { describe, expect, it } from '@jest/globals';

import { MinuteCounts } from '../../../../src/core/value/minute-counts.js';

describe('MinuteCounts', () => {
  it('says how long to wait, before and after it was once too often', () => {
    const counts = new MinuteCounts(2);

    expect(counts.waitMs('a')).toBeUndefined();
    expect([counts.add('a'), counts.add('a')]).toStrictEqual([undefined, undefined]);
    expect(counts.waitMs('a')).toBeGreaterThan(50_000);
    expect(counts.add('a')).toBeGreaterThan(50_000);
    expect(counts.waitMs('b')).toBeUndefined();
  });

  it('forgets the key that was quiet for longest when there are too many', () => {
    const counts = new MinuteCounts(1, 2);
    for (const key of ['a', 'b']) counts.add(key);
    // `a` again, so that `b` is the oldest.
    counts.add('a');
    counts.add('c');

    expect(counts.waitMs('a')).toBeGreaterThan(0);
    expect(counts.waitMs('b')).toBeUndefined();
    expect(counts.waitMs('c')).toBeGreaterThan(0);
  });
});
