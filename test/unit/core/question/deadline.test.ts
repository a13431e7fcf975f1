import { describe, expect, it } from '@jest/globals';

import {
  describeDeadline,
  describeOver,
  parseDeadline,
} from '../../../../src/core/question/deadline.js';

const NOW_MS = Date.parse('2026-11-27T13:00:00Z');

describe('a deadline in words', () => {
  it.each([
    [[], undefined],
    [[{}], undefined],
    [[{ answerBy: '2026-11-27T13:33:00+01:00' }], 'An answer counts until 2026-11-27 12:33 UTC'],
    [
      [{ answerBy: '2026-11-28T12:33:00Z' }, {}, { answerBy: '2026-11-27T12:33:59Z' }],
      'An answer to the most urgent question counts until 2026-11-27 12:33 UTC',
    ],
  ])('of the questions %j is: %s', (questions, words) => {
    expect(describeDeadline(questions)).toBe(words);
  });

  it('says the day only if that is not today, where everybody has the same day', () => {
    expect(describeOver('2026-11-27T12:33:00Z', NOW_MS)).toBe(
      'The time for it was over at 12:33 UTC',
    );
    expect(describeOver('2026-11-27T00:33:00+02:00', NOW_MS)).toBe(
      'The time for it was over on 2026-11-26 at 22:33 UTC',
    );
  });
});

describe('a deadline that a Workflow shows', () => {
  it.each([
    ['2026-11-27T13:33:00+01:00', '2026-11-27T12:33:00.000Z'],
    [NOW_MS, '2026-11-27T13:00:00.000Z'],
    ['2026-11-27T13:33:00', undefined],
    ['tomorrow', undefined],
    [1e300, undefined],
    [NOW_MS / 1_000, undefined],
    [NOW_MS * 1_000, undefined],
    [-1, undefined],
    [NaN, undefined],
    [true, undefined],
    [{}, undefined],
  ])('is read of %j as %s', (value, deadline) => {
    expect(parseDeadline(value)).toBe(deadline);
  });
});
