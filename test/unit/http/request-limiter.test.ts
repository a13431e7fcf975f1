import { describe, expect, it } from '@jest/globals';

import { RequestLimiter } from '../../../src/http/request-limiter.js';

async function countUntilRefused(limiter: RequestLimiter, owner: string): Promise<number> {
  for (let count = 0; count < 100; count += 1) {
    if (await limiter.count(owner, 'requestsPerMinute')) return count;
  }
  return Infinity;
}

describe('RequestLimiter', () => {
  it('counts by the minute for each owner, and says when to come back', async () => {
    const limiter = new RequestLimiter({ perPrincipal: { requestsPerMinute: 3 } });

    expect(await countUntilRefused(limiter, 'ada')).toBe(3);
    expect(await limiter.count('ada', 'requestsPerMinute')).toStrictEqual({
      message: expect.stringMatching(
        /^You may send 3 requests a minute\. Try again in (60|5\d) s\.$/,
      ) as unknown,
      retryAfterS: expect.any(Number) as unknown,
    });
    expect(await countUntilRefused(limiter, 'eve')).toBe(3);
    expect(await limiter.count('ada', 'callsPerMinute')).toBeUndefined();
  });

  it('does not let one owner use up what there is for all', async () => {
    const limiter = new RequestLimiter({
      perPrincipal: { requestsPerMinute: 5 },
      overall: { requestsPerMinute: 10 },
    });
    for (let count = 0; count < 50; count += 1) await limiter.count('ada', 'requestsPerMinute');

    expect(await countUntilRefused(limiter, 'eve')).toBe(5);
    expect((await limiter.count('bob', 'requestsPerMinute'))?.message).toMatch(
      /^This server takes 10 requests a minute\./,
    );
  });

  it('takes so many open answers at a time, and more when some have closed', () => {
    const limiter = new RequestLimiter({
      perPrincipal: { openRequests: 2 },
      overall: { openRequests: 3 },
    });
    const first = limiter.open('ada');
    limiter.open('ada');

    expect(limiter.open('ada')).toHaveProperty(
      'message',
      expect.stringMatching(/^You may send 2 requests at the same time/),
    );
    expect(typeof limiter.open('eve')).toBe('function');
    expect(limiter.open('bob')).toHaveProperty(
      'message',
      expect.stringMatching(/^This server takes 3/),
    );

    // Closing twice closes once.
    if (typeof first === 'function') for (const close of [first, first]) close();

    expect(typeof limiter.open('ada')).toBe('function');
    expect(typeof limiter.open('eve')).toBe('object');
  });

  it('limits nothing that is not limited', async () => {
    const limiter = new RequestLimiter({ perPrincipal: { requestsPerMinute: false } });

    expect(await countUntilRefused(limiter, 'ada')).toBe(Infinity);
    expect(typeof limiter.open('ada')).toBe('function');
  });
});
