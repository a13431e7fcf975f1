import { describe, expect, it } from '@jest/globals';

import { MinuteCounts } from '../../../../../src/transport/http/limits/minute-counts.js';

describe('MinuteCounts', () => {
  it('says how long to wait, before and after it was once too often', async () => {
    const counts = new MinuteCounts(2);

    expect(await counts.waitMs('a')).toBeUndefined();
    expect([await counts.add('a'), await counts.add('a')]).toStrictEqual([undefined, undefined]);
    expect(await counts.waitMs('a')).toBeGreaterThan(50_000);
    expect(await counts.add('a')).toBeGreaterThan(50_000);
    expect(await counts.waitMs('b')).toBeUndefined();
  });

  it('forgets the key that was quiet for longest when there are too many', async () => {
    const counts = new MinuteCounts(1, 2);
    for (const key of ['a', 'b']) await counts.add(key);
    // `a` again, so that `b` is the oldest.
    await counts.add('a');
    await counts.add('c');

    expect(await counts.waitMs('a')).toBeGreaterThan(0);
    expect(await counts.waitMs('b')).toBeUndefined();
    expect(await counts.waitMs('c')).toBeGreaterThan(0);
  });
});
