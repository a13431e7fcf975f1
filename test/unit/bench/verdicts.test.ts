import { describe, expect, it } from '@jest/globals';

import { judge } from '../../../lab/bench/table.js';

const ratio = { of: 'ratio', kind: 'at most', bound: 1.3 } as const;

describe('the verdict on a figure', () => {
  it.each([
    [{ value: 1.1, low: 1, high: 1.3 }, 'met'],
    [{ value: 1.5, low: 1.4, high: 1.6 }, 'missed'],
    [{ value: 1.2, low: 1.1, high: 1.4 }, 'within the noise'],
    [1.3, 'met'],
    [1.31, 'missed'],
  ])('%j of at most 1.3 is %s', (figure, verdict) => {
    expect(judge(figure, ratio).verdict).toBe(verdict);
  });

  it.each([
    ['at least', 5, 'met'],
    ['at least', 4, 'missed'],
    ['exactly', 5, 'met'],
    ['exactly', 6, 'missed'],
  ] as const)('knows %s 5: %d', (kind, figure, verdict) => {
    expect(judge(figure, { of: 'requests', kind, bound: 5 }).verdict).toBe(verdict);
  });
});
