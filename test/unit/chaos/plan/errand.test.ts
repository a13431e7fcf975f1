import { describe, expect, it } from '@jest/globals';

import { GENERATIONS, OWNERS, planErrand } from '../../../../lab/chaos/plan/errand.js';

const errands = Array.from({ length: 500 }, (_one, index) => planErrand(11, index));

describe('the errands of a seed', () => {
  it('are the same each time, and others for another seed', () => {
    expect(planErrand(11, 3)).toStrictEqual(errands[3]);
    expect(planErrand(12, 3)).not.toStrictEqual(errands[3]);
  });

  it('have a token each, which names its owner', () => {
    expect(new Set(errands.map(({ token }) => token)).size).toBe(500);
    expect(errands.filter(({ token, owner }) => !token.startsWith(`${owner}.`))).toStrictEqual([]);
  });

  it('are of every owner and generation, and of every kind', () => {
    const kinds = new Set(
      errands.map(({ generation, isTask, isKeyed, way }) =>
        [generation, isTask, isKeyed, way].join(),
      ),
    );

    expect(new Set(errands.map(({ owner }) => owner))).toStrictEqual(new Set(OWNERS));
    // Tasks with and without a key, by either way, and plain calls, which have a key, by either way.
    expect(kinds.size).toBe(GENERATIONS.length * 6);
    expect(errands.some(({ cancelAfterMs }) => cancelAfterMs !== undefined)).toBe(true);
    expect(errands.some(({ fails }) => fails)).toBe(true);
    expect(errands.some(({ continuesAfter }) => continuesAfter !== undefined)).toBe(true);
    expect(errands.some(({ steps }) => steps.some(({ failures }) => failures > 0))).toBe(true);
  });

  it('never ask in plain calls, whose clients may have no stream', () => {
    const asking = errands.filter(({ isTask, steps }) => !isTask && steps.some(({ asks }) => asks));

    expect(asking).toStrictEqual([]);
  });
});
