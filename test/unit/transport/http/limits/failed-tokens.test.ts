import { describe, expect, it } from '@jest/globals';

import { FailedTokens } from '../../../../../src/transport/http/limits/failed-tokens.js';

const HERE = '192.0.2.7';

function fail(failed: FailedTokens, times: number, address = HERE): void {
  for (let time = 0; time < times; time += 1) failed.note(address, `bad ${time}`, 'fails');
}

describe('FailedTokens', () => {
  it('refuses an address after so many tokens that did not hold, and no other one', () => {
    const failed = new FailedTokens({ perAddress: { failedTokensPerMinute: 3 } });
    fail(failed, 2);

    expect(failed.refuse(HERE, 'new')).toBeUndefined();
    fail(failed, 1);

    expect(failed.refuse(HERE, 'new')).toStrictEqual({
      message: expect.stringMatching(
        /^Too many access tokens from your address do not hold\. Try again in (60|5\d) s\.$/,
      ) as unknown,
      retryAfterS: expect.any(Number) as unknown,
    });
    expect(failed.refuse('192.0.2.8', 'new')).toBeUndefined();
  });

  it('takes a network of IPv6 for one address', () => {
    const failed = new FailedTokens({ perAddress: { failedTokensPerMinute: 2 } });
    fail(failed, 1, '2001:db8::1');
    fail(failed, 1, '2001:db8::2');

    expect(failed.refuse('2001:db8::3', 'new')).toBeDefined();
    expect(failed.refuse('2001:db8:1::3', 'new')).toBeUndefined();
  });

  it('lets tokens in that have held, whatever others do from the same address', () => {
    const failed = new FailedTokens({ perAddress: { failedTokensPerMinute: 1 } });
    failed.note(HERE, 'good', 'holds');
    fail(failed, 5);

    expect(failed.refuse(HERE, 'good')).toBeUndefined();
    expect(failed.refuse(HERE, 'new')).toBeDefined();
    failed.note(HERE, 'good', 'fails');

    expect(failed.refuse(HERE, 'good')).toBeDefined();
  });

  it.each([
    ['a token that cannot be verified now', HERE, 'unknown'],
    ['an address of this machine, where a proxy may be', '127.0.0.1', 'fails'],
    ['an address that is not known', undefined, 'fails'],
  ] as const)('does not count %s', (_what, address, outcome) => {
    const failed = new FailedTokens({ perAddress: { failedTokensPerMinute: 1 } });
    for (let time = 0; time < 5; time += 1) failed.note(address, 'bad', outcome);

    expect(failed.refuse(address, 'new')).toBeUndefined();
  });

  it('counts nothing where nothing is limited', () => {
    const failed = new FailedTokens({ perAddress: { failedTokensPerMinute: false } });
    fail(failed, 100);

    expect(failed.refuse(HERE, 'new')).toBeUndefined();
  });
});
