import { describe, expect, it } from '@jest/globals';

import { isExpired } from '../../../src/core/task.js';

const createdAt = '2026-01-05T09:00:00.000Z';
const createdMs = Date.parse(createdAt);

describe('isExpired', () => {
  it.each([
    ['not before its creation', 1_000, -1, false],
    ['not at its creation', 1_000, 0, false],
    ['not at the last millisecond', 1_000, 1_000, false],
    ['after its time to live', 1_000, 1_001, true],
    ['a millisecond after its creation, with no time to live', 0, 1, true],
    ['never, with a time to live without limit', Number.MAX_SAFE_INTEGER, 1e12, false],
  ])('says of a task: %s', (...[, ttlMs, elapsedMs, expected]) => {
    expect(isExpired({ createdAt, ttlMs }, createdMs + elapsedMs)).toBe(expected);
  });
});
