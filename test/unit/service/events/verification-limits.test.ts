import { describe, expect, it } from '@jest/globals';

import { VerificationLimits } from '../../../../src/service/events/verification-limits.js';

/** Takes as many as there are, up to a number. @returns How many there were, and the limit that ended it. */
function takeAll(
  limits: VerificationLimits,
  owner: string,
  toHost: (index: number) => string,
): readonly [taken: number, reached: unknown] {
  for (let taken = 0; taken < 100; taken += 1) {
    const reached = limits.take(owner, toHost(taken));
    if (reached) return [taken, reached];
  }
  return [100, undefined];
}

const soon = expect.any(Number);

describe('verifications', () => {
  it('are limited for each owner at each host, and for each owner at all hosts', () => {
    const limits = new VerificationLimits();

    expect(takeAll(limits, 'ada', () => 'one.example')).toStrictEqual([
      10,
      { limit: 'verificationsAtHost', max: 10, retryAfterMs: soon },
    ]);
    expect(takeAll(limits, 'eve', () => 'one.example')).toMatchObject([10, {}]);
    expect(takeAll(limits, 'bob', (index) => `host-${index}.example`)).toStrictEqual([
      30,
      { limit: 'verifications', max: 30, retryAfterMs: soon },
    ]);
  });

  it('are limited for all owners at a host that confirms none', () => {
    const limits = new VerificationLimits();
    for (const owner of ['a', 'b', 'c']) takeAll(limits, owner, () => 'victim.example');

    expect(limits.take('d', 'victim.example')).toStrictEqual({
      limit: 'unconfirmedVerificationsAtHost',
      max: 30,
      retryAfterMs: soon,
    });
    expect(limits.take('d', 'other.example')).toBeUndefined();
  });

  it('are not limited for all owners at a host that confirms them', () => {
    const limits = new VerificationLimits();
    for (let owner = 0; owner < 100; owner += 1) {
      expect(limits.take(`owner-${owner}`, 'receiver.example')).toBeUndefined();
      limits.confirm(`owner-${owner}`, 'receiver.example');
    }
  });
});
