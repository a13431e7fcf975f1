import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { isTaskError } from '../../../../src/core/errors.js';
import { VisibilityLimit } from '../../../../src/temporal/link/visibility-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('VisibilityLimit', () => {
  it('lets so many calls through in a second, and the next ones after it', async () => {
    const limit = new VisibilityLimit(2);
    const passed: number[] = [];

    for (const call of [1, 2, 3]) void limit.take().then(() => passed.push(call));
    await jest.advanceTimersByTimeAsync(10);
    const atOnce = [...passed];
    await jest.advanceTimersByTimeAsync(2_000);

    expect(atOnce).toStrictEqual([1, 2]);
    expect(passed).toStrictEqual([1, 2, 3]);
  });

  it('says that it is busy, and not that Temporal is, when too many wait', async () => {
    const limit = new VisibilityLimit(8);
    const outcomes: unknown[] = [];

    for (let call = 0; call < 120; call += 1) {
      void limit.take().then(
        () => outcomes.push(undefined),
        (error: unknown) => outcomes.push(error),
      );
    }
    await jest.advanceTimersByTimeAsync(60_000);
    const errors = outcomes.filter((outcome) => outcome !== undefined);

    expect(outcomes).toHaveLength(120);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every(isTaskError)).toBe(true);
    expect(errors[0]).toMatchObject({
      code: 'busy',
      message: 'You ask for too many lists of tasks at once. Try again in 13 seconds.',
      retryAfterMs: 13_000,
    });
  });

  it('gives an owner a turn, however many calls of another one wait', async () => {
    const limit = new VisibilityLimit(2);
    const passed: string[] = [];

    for (let call = 0; call < 60; call += 1) void limit.take('ada').then(() => passed.push('ada'));
    for (const owner of ['eve', 'eve', 'bob']) {
      void limit.take(owner).then(() => passed.push(owner));
    }
    await jest.advanceTimersByTimeAsync(3_100);

    expect(passed).toStrictEqual(['ada', 'ada', 'ada', 'eve', 'bob', 'ada', 'eve', 'ada']);
  });

  it('refuses calls of an owner who has too many, and nobody else’s', async () => {
    const limit = new VisibilityLimit(8);
    const refused: string[] = [];
    const take = (owner: string): void => {
      void limit.take(owner).catch(() => refused.push(owner));
    };

    for (let call = 0; call < 130; call += 1) take('ada');
    for (let call = 0; call < 10; call += 1) take('eve');
    await jest.advanceTimersByTimeAsync(60_000);

    expect(refused).toStrictEqual(Array.from({ length: 22 }, () => 'ada'));
  });
});
