import { describe, expect, it } from '@jest/globals';

import { PollShares } from '../../../../src/temporal/watch/poll-shares.js';

/** Watches so many tasks, and takes a long poll for each where there is one. @returns How many it has got. */
function watch(shares: PollShares, owner: string, count: number): number {
  for (let task = 0; task < count; task += 1) shares.join(owner);
  let taken = 0;
  while (taken < count && shares.take(owner)) taken += 1;
  return taken;
}

describe('long polls', () => {
  it('are all for one owner while nobody else wants any', () => {
    const shares = new PollShares(8);

    expect(watch(shares, 'ada', 20)).toBe(8);
    expect(shares.isAboveShare('ada')).toBe(false);
  });

  it('are given up by an owner with more than a share, for another who has less', () => {
    const shares = new PollShares(8);
    watch(shares, 'ada', 20);

    expect(watch(shares, 'eve', 2)).toBe(0);
    for (let given = 0; given < 2; given += 1) {
      expect(shares.isAboveShare('ada')).toBe(true);
      shares.release('ada');
      expect(shares.take('ada')).toBe(false);
      expect(shares.take('eve')).toBe(true);
    }
    expect(shares.isAboveShare('ada')).toBe(false);
  });

  it('are shared equally by owners who both want more', () => {
    const shares = new PollShares(8);
    watch(shares, 'ada', 20);
    watch(shares, 'eve', 20);
    let given = 0;
    for (; shares.isAboveShare('ada'); given += 1) {
      shares.release('ada');
      shares.take('eve');
    }

    expect(given).toBe(4);
    expect(shares.isAboveShare('eve')).toBe(false);
  });

  it('are one owner’s again when the other has gone', () => {
    const shares = new PollShares(8);
    watch(shares, 'eve', 4);
    expect(watch(shares, 'ada', 20)).toBe(4);
    for (let task = 0; task < 4; task += 1) {
      shares.release('eve');
      shares.leave('eve');
    }

    expect(watch(shares, 'ada', 4)).toBe(4);
  });
});
