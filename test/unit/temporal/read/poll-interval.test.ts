import { describe, expect, it } from '@jest/globals';

import { type PollFacts, toPollIntervalMs } from '../../../../src/temporal/read/poll-interval.js';

const createdAt = '2026-01-05T09:00:00.000Z';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const after = (ageMs: number, more: Partial<PollFacts> = {}): number =>
  toPollIntervalMs({
    pollIntervalMs: 2 * SECOND,
    createdAt,
    lastUpdatedAt: createdAt,
    cancelRequested: false,
    nowMs: Date.parse(createdAt) + ageMs,
    ...more,
  });

const at = (ageMs: number): string => new Date(Date.parse(createdAt) + ageMs).toISOString();

describe('toPollIntervalMs', () => {
  it.each([
    [-SECOND, 2 * SECOND],
    [0, 2 * SECOND],
    [MINUTE, 2 * SECOND],
    [5 * MINUTE, 6 * SECOND],
    [20 * MINUTE, 24 * SECOND],
    [HOUR, MINUTE],
    [24 * HOUR, MINUTE],
  ])('is after %i ms in which nothing has happened %i ms', (ageMs, expected) => {
    expect(after(ageMs)).toBe(expected);
  });

  it('never falls below what the tool says, nor grows above it where that is more', () => {
    expect(after(0, { pollIntervalMs: 5 * MINUTE })).toBe(5 * MINUTE);
    expect(after(24 * HOUR, { pollIntervalMs: 5 * MINUTE })).toBe(5 * MINUTE);
  });

  it('falls when the status has changed', () => {
    expect(after(HOUR, { lastUpdatedAt: at(HOUR - SECOND) })).toBe(2 * SECOND);
  });

  it('falls when the task has been cancelled', () => {
    expect(after(HOUR, { cancelRequested: true })).toBe(2 * SECOND);
  });

  it.each([
    ['the work is nearly done', { progress: 99, total: 100 }, 8 * SECOND],
    ['the work is done', { progress: 100, total: 100 }, 2 * SECOND],
    ['there is more than was said', { progress: 120, total: 100 }, 2 * SECOND],
    ['half of the work is left', { progress: 50, total: 100 }, MINUTE],
    ['nothing is done yet', { progress: 0, total: 100 }, MINUTE],
    ['nobody knows how much there is', { progress: 99 }, MINUTE],
  ])('after an hour, when %s, is told by the progress %j', (_what, progress, expected) => {
    expect(after(HOUR, { progress })).toBe(expected);
  });
});
