import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { Pace } from '../../../../src/temporal/link/pace.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function takes(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

describe('a pace', () => {
  it('gives so many turns a second, however many want one', async () => {
    const pace = new Pace(100);
    let turns = 0;
    for (let count = 0; count < 1_000; count += 1) void pace.turn().then(() => (turns += 1));
    await jest.advanceTimersByTimeAsync(995);

    expect(turns).toBe(100);
  });

  it('gives an owner a turn, however many of another one wait', async () => {
    const pace = new Pace(100);
    let hasTurn = false;
    for (let count = 0; count < 1_000; count += 1) void pace.turn('ada');
    void pace.turn('eve').then(() => (hasTurn = true));
    await jest.advanceTimersByTimeAsync(25);

    expect(hasTurn).toBe(true);
  });

  it('slows down with failures and slow answers, and never stops', async () => {
    const pace = new Pace(100);
    const fail = async (): Promise<unknown> =>
      pace.run(async () => Promise.reject(new Error('No'))).catch(() => undefined);
    await fail();
    expect(pace.perSecond).toBe(50);
    const slow = pace.run(async () => takes(300));
    await jest.advanceTimersByTimeAsync(300);
    await slow;
    expect(pace.perSecond).toBe(45);
    for (let count = 0; count < 20; count += 1) await fail();

    expect(pace.perSecond).toBe(1);
  });

  it('quickens again with good answers, up to what it may', async () => {
    const pace = new Pace(100);
    await pace.run(async () => Promise.reject(new Error('No'))).catch(() => undefined);
    await pace.run(async () => Promise.resolve());
    expect(pace.perSecond).toBe(51);
    for (let count = 0; count < 100; count += 1) await pace.run(async () => Promise.resolve());

    expect(pace.perSecond).toBe(100);
  });

  it('lets 16 be under way, and one more when one of them ends', async () => {
    const pace = new Pace(100);
    for (let count = 0; count < 16; count += 1) void pace.run(async () => takes(100 + count));
    let isFree = false;
    void pace.untilFree().then(() => (isFree = true));
    await jest.advanceTimersByTimeAsync(99);
    expect(isFree).toBe(false);
    await jest.advanceTimersByTimeAsync(1);

    expect(isFree).toBe(true);
  });
});
