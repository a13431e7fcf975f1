import { describe, expect, it } from '@jest/globals';

import { TokenBucket } from '../../../../capacity/simulation/token-bucket.js';

/** How many of so many calls at this time are served. */
function serve(bucket: TokenBucket, calls: number, atMs: number): number {
  return Array.from({ length: calls }, () => bucket.take(atMs)).filter(Boolean).length;
}

describe('TokenBucket', () => {
  it('serves a burst, and then as many as come in', () => {
    const bucket = new TokenBucket(10, 2);

    expect(serve(bucket, 100, 0)).toBe(20);
    expect(serve(bucket, 100, 500)).toBe(5);
    expect(serve(bucket, 100, 60_000)).toBe(20);
  });

  it('leaves less for others when some is reserved', () => {
    const bucket = new TokenBucket(10, 2);
    for (let call = 0; call < 15; call += 1) bucket.reserve(0);

    expect(serve(bucket, 100, 0)).toBe(5);
  });

  it('serves one at least in its time where the rate is very low', () => {
    const bucket = new TokenBucket(0.1, 2);

    expect(serve(bucket, 3, 0)).toBe(1);
    expect(serve(bucket, 3, 5_000)).toBe(0);
    expect(serve(bucket, 3, 10_000)).toBe(1);
  });
});
