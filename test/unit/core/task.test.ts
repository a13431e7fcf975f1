import { describe, expect, it } from '@jest/globals';

import { isExpired } from '../../../src/core/task.js';
import type { TaskOutcome } from '../../../src/core/tool-result.js';

const createdAt = '2026-01-05T09:00:00.000Z';
const createdMs = Date.parse(createdAt);

interface Case {
  readonly ttlMs: number;
  readonly keepMs?: number;
  /** After its creation, in milliseconds. It ends at 500. */
  readonly at: number;
}

const END: TaskOutcome = { kind: 'result', result: { content: [] } };

describe('isExpired', () => {
  it.each([
    ['not before its creation', { ttlMs: 1_000, at: -1 }, false],
    ['not at its creation', { ttlMs: 1_000, at: 0 }, false],
    ['not at the last millisecond of its time to live', { ttlMs: 1_000, at: 1_000 }, false],
    ['after its time to live', { ttlMs: 1_000, at: 1_001 }, true],
    ['not as long as it is kept after its end', { ttlMs: 1_000, keepMs: 2_000, at: 2_500 }, false],
    ['when it is kept no longer', { ttlMs: 1_000, keepMs: 2_000, at: 2_501 }, true],
    [
      'never, with a time to live without limit',
      { ttlMs: Number.MAX_SAFE_INTEGER, at: 1e12 },
      false,
    ],
  ])('says of a task that has ended: %s', (_what, { ttlMs, keepMs = 0, at }: Case, expected) => {
    const lastUpdatedAt = new Date(createdMs + 500).toISOString();
    const task = { createdAt, ttlMs, lastUpdatedAt, outcome: END };

    expect(isExpired(task, { keepMs, nowMs: createdMs + at })).toBe(expected);
  });

  it('says of a task that runs: never', () => {
    const task = { createdAt, ttlMs: 1, lastUpdatedAt: createdAt };

    expect(isExpired(task, { keepMs: 0, nowMs: createdMs + 1e12 })).toBe(false);
  });
});
