import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../../src/core/contract/contract.js';
import { toTask } from '../../../../src/temporal/read/to-task.js';

const meta: TaskMeta = {
  version: 1,
  createdAt: '2026-01-05T09:00:00.000Z',
  ownerTag: 'ownertag',
  toolName: 'place_order',
  ttlMs: 60_000,
  pollIntervalMs: 2_000,
  protocolVersion: '2025-11-25',
};

const nowMs = Date.parse(meta.createdAt);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The interval of an open task that was created so many milliseconds ago. */
const intervalAfter = (
  ageMs: number,
  reading: Partial<Parameters<typeof toTask>[2]> = {},
  pollIntervalMs = meta.pollIntervalMs,
): number =>
  toTask(
    'mcp-1',
    { ...meta, pollIntervalMs },
    { phase: 'working', cancelRequested: false, nowMs: nowMs + ageMs, ...reading },
  ).pollIntervalMs;

describe('toTask', () => {
  it('takes what is fixed from the meta data, and counts the creation as the last update', () => {
    expect(toTask('mcp-1', meta, { phase: 'working', cancelRequested: false, nowMs })).toEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      questions: [],
      phase: 'working',
      cancelRequested: false,
      createdAt: meta.createdAt,
      protocolVersion: meta.protocolVersion,
      lastUpdatedAt: meta.createdAt,
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
    });
  });

  it('adds what was read', () => {
    const reading = {
      phase: 'cancelled',
      cancelRequested: true,
      statusMessage: 'Cancelled.',
      progress: { progress: 1 },
      lastUpdatedAt: '2026-01-05T09:00:07.000Z',
      outcome: { kind: 'cancelled' },
    } as const;

    expect(
      toTask(
        'mcp-1',
        { ...meta, keepMs: 5_000, progressToken: 0, terminateAfterMs: 1_000 },
        { ...reading, nowMs },
      ),
    ).toEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      questions: [],
      createdAt: meta.createdAt,
      protocolVersion: meta.protocolVersion,
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
      origin: { progressToken: 0 },
      terminateAfterMs: 1_000,
      ...reading,
    });
  });

  it('promises more, and asks to look more rarely, the longer a task runs', () => {
    const task = toTask('mcp-1', meta, {
      phase: 'working',
      cancelRequested: false,
      nowMs: nowMs + 3_600_000,
    });

    expect(task).toMatchObject({ ttlMs: 60_000 + 86_400_000, pollIntervalMs: 60_000 });
  });
});

describe('the poll interval of a task', () => {
  it.each([
    [-SECOND, 2 * SECOND],
    [0, 2 * SECOND],
    [MINUTE, 2 * SECOND],
    [5 * MINUTE, 6 * SECOND],
    [20 * MINUTE, 24 * SECOND],
    [HOUR, MINUTE],
    [24 * HOUR, MINUTE],
  ])('is after %i ms in which nothing has happened %i ms', (ageMs, expected) => {
    expect(intervalAfter(ageMs)).toBe(expected);
  });

  it('never falls below what the tool says, nor grows above it where that is more', () => {
    expect(intervalAfter(0, {}, 5 * MINUTE)).toBe(5 * MINUTE);
    expect(intervalAfter(24 * HOUR, {}, 5 * MINUTE)).toBe(5 * MINUTE);
  });

  it('falls when the status has changed', () => {
    expect(
      intervalAfter(HOUR, {
        lastUpdatedAt: new Date(nowMs + HOUR - SECOND).toISOString(),
      }),
    ).toBe(2 * SECOND);
  });

  it('falls when there is progress that a status message hides', () => {
    const progressAt = new Date(nowMs + HOUR - SECOND).toISOString();

    expect(intervalAfter(HOUR, { progressAt })).toBe(2 * SECOND);
  });

  it('falls when the task has been cancelled', () => {
    expect(intervalAfter(HOUR, { cancelRequested: true })).toBe(2 * SECOND);
  });

  it.each([
    ['the work is nearly done', { progress: 99, total: 100 }, 8 * SECOND],
    ['the work is done', { progress: 100, total: 100 }, 2 * SECOND],
    ['there is more than was said', { progress: 120, total: 100 }, 2 * SECOND],
    ['half of the work is left', { progress: 50, total: 100 }, MINUTE],
    ['nothing is done yet', { progress: 0, total: 100 }, MINUTE],
    ['nobody knows how much there is', { progress: 99 }, MINUTE],
  ])('after an hour, when %s, is told by the progress %j', (_what, progress, expected) => {
    expect(intervalAfter(HOUR, { progress })).toBe(expected);
  });
});
