import { describe, expect, it } from '@jest/globals';

import { toIntervalMs, toPollsPerSecond } from '../../../../capacity/model/poll-rate.js';
import { DEFAULT_WORKLOAD } from '../../../../capacity/model/workload.js';
import { toPollIntervalMs } from '../../../../src/temporal/poll-interval.js';

describe('toIntervalMs', () => {
  it('is what the server tells clients', () => {
    const facts = { createdAt: '2026-11-21T10:00:00Z', lastUpdatedAt: '2026-11-21T10:10:00Z' };
    const told = toPollIntervalMs({
      ...facts,
      pollIntervalMs: 2_000,
      cancelRequested: false,
      nowMs: Date.parse('2026-11-21T10:20:00Z'),
    });

    expect(toIntervalMs(2_000, 20 * 60_000, 10 * 60_000)).toBe(told);
    expect(told).toBe(12_000);
  });
});

describe('toPollsPerSecond', () => {
  it('is once every shortest interval where tasks end before intervals grow', () => {
    const polls = toPollsPerSecond({ ...DEFAULT_WORKLOAD, lifetimeSeconds: 60 });

    expect(polls).toBeCloseTo(0.5, 6);
  });

  it('comes to once a minute where tasks are quiet for months', () => {
    const polls = toPollsPerSecond({ ...DEFAULT_WORKLOAD, lifetimeSeconds: 3e7 });

    expect(polls).toBeGreaterThan(1 / 60);
    expect(polls).toBeLessThan(1.02 / 60);
  });

  it('is less where the shortest interval is longer', () => {
    const polls = [2_000, 10_000, 30_000].map((pollIntervalMs) =>
      toPollsPerSecond({ ...DEFAULT_WORKLOAD, pollIntervalMs, lifetimeSeconds: 86_400 }),
    );

    expect(polls).toStrictEqual(polls.toSorted((a, b) => b - a));
  });
});
