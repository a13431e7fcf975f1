import { describe, expect, it } from '@jest/globals';

import { RequestLimiter } from '../../../../../src/transport/http/limits/request-limiter.js';

const MIB = 1024 * 1024;

function countUntilRefused(limiter: RequestLimiter, owner: string): number {
  for (let count = 0; count < 100; count += 1) {
    if (limiter.count(owner, 'requestsPerMinute')) return count;
  }
  return Infinity;
}

describe('RequestLimiter', () => {
  it('counts by the minute for each owner, and says when to come back', () => {
    const limiter = new RequestLimiter(() => ({ perPrincipal: { requestsPerMinute: 3 } }));

    expect(countUntilRefused(limiter, 'ada')).toBe(3);
    expect(limiter.count('ada', 'requestsPerMinute')).toStrictEqual({
      message: expect.stringMatching(
        /^You may send 3 requests a minute\. Try again in (60|5\d) s\.$/,
      ) as unknown,
      retryAfterS: expect.any(Number) as unknown,
    });
    expect(countUntilRefused(limiter, 'eve')).toBe(3);
    expect(limiter.count('ada', 'callsPerMinute')).toBeUndefined();
  });

  it('does not let one owner use up what there is for all', () => {
    const limiter = new RequestLimiter(() => ({
      perPrincipal: { requestsPerMinute: 5 },
      overall: { requestsPerMinute: 10 },
    }));
    for (let count = 0; count < 50; count += 1) limiter.count('ada', 'requestsPerMinute');

    expect(countUntilRefused(limiter, 'eve')).toBe(5);
    expect(limiter.count('bob', 'requestsPerMinute')?.message).toMatch(
      /^This server takes 10 requests a minute\./,
    );
  });

  it('takes so many open answers at a time, and more when some have closed', () => {
    const limiter = new RequestLimiter(() => ({
      perPrincipal: { openRequests: 2 },
      overall: { openRequests: 3 },
    }));
    const first = limiter.open('ada', 'openRequests');
    limiter.open('ada', 'openRequests');

    expect(limiter.open('ada', 'openRequests')).toHaveProperty(
      'message',
      expect.stringMatching(/^You may send 2 requests at the same time/),
    );
    expect(limiter.open('eve', 'openRequests')).toHaveProperty('close');
    expect(limiter.open('bob', 'openRequests')).toHaveProperty(
      'message',
      expect.stringMatching(/^This server takes 3/),
    );

    // A second close has no effect.
    if ('close' in first) for (const close of [first.close, first.close]) close();

    expect(limiter.open('ada', 'openRequests')).toHaveProperty('close');
    expect(limiter.open('eve', 'openRequests')).toHaveProperty('message');
    expect(limiter.open('eve', 'openStreams')).toHaveProperty('close');
  });

  it('counts the size of what is open, as it turns out to be', () => {
    const limiter = new RequestLimiter(() => ({ perPrincipal: { openBytes: 4 * MIB } }));
    const held = limiter.open('ada', 'openBytes', 4 * MIB);

    expect(limiter.open('ada', 'openBytes', 1)).toHaveProperty(
      'message',
      'You may send 4 MiB of requests at the same time. Try again when one has ended.',
    );
    if ('resize' in held) held.resize(MIB);
    const second = limiter.open('ada', 'openBytes', 3 * MIB);

    expect(second).toHaveProperty('close');
    expect(limiter.open('ada', 'openBytes', 1)).toHaveProperty('message');
    if ('close' in held) held.close();
    // A resize after the close has no effect.
    if ('resize' in held) held.resize(MIB);

    expect(limiter.open('ada', 'openBytes', MIB)).toHaveProperty('close');
  });

  it('limits nothing that is not limited', () => {
    const limiter = new RequestLimiter(() => ({ perPrincipal: { requestsPerMinute: false } }));

    expect(countUntilRefused(limiter, 'ada')).toBe(Infinity);
    expect(limiter.open('ada', 'openRequests')).toHaveProperty('close');
    expect(limiter.countPoll('ada', '1')).toBeUndefined();
  });
});
