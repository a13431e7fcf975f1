import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { SharedRuns } from '../../../../src/temporal/list/shared-runs.js';

/** Work that ends when it is told to, with the number of its run. */
class Work {
  readonly #ends: ((error?: Error) => void)[] = [];

  readonly run = async (): Promise<number> => {
    const number = this.#ends.length;
    return new Promise((resolve, reject) => {
      this.#ends.push((error) => {
        if (error) reject(error);
        else resolve(number);
      });
    });
  };

  get begun(): number {
    return this.#ends.length;
  }

  async end(number: number, error?: Error): Promise<void> {
    this.#ends[number]?.(error);
    await setImmediate();
  }
}

describe('shared runs', () => {
  it('does once, after the one that goes on, what many ask for meanwhile', async () => {
    const runs = new SharedRuns<number>();
    const work = new Work();
    const asked = [1, 2, 3, 4].map(async () => runs.share('a', work.run));
    await work.end(0);
    await work.end(1);

    await expect(Promise.all(asked)).resolves.toStrictEqual([0, 1, 1, 1]);
    expect(work.begun).toBe(2);
  });

  it('gives nobody what began before they asked', async () => {
    const runs = new SharedRuns<number>();
    const work = new Work();
    const first = runs.share('a', work.run);
    const second = runs.share('a', work.run);
    await work.end(0);
    // The second goes on by now.
    const third = runs.share('a', work.run);
    await work.end(1);
    await work.end(2);

    await expect(Promise.all([first, second, third])).resolves.toStrictEqual([0, 1, 2]);
  });

  it('never does two of a kind at a time', async () => {
    const runs = new SharedRuns<number>();
    const work = new Work();
    const asked = [runs.share('a', work.run), runs.share('a', work.run)];
    await setImmediate();

    expect(work.begun).toBe(1);

    await work.end(0);

    expect(work.begun).toBe(2);

    await work.end(1);
    await Promise.all(asked);
  });

  it('keeps kinds apart, and forgets what is done', async () => {
    const runs = new SharedRuns<number>();
    const work = new Work();
    const asked = [runs.share('a', work.run), runs.share('b', work.run)];
    await work.end(0);
    await work.end(1);

    await expect(Promise.all(asked)).resolves.toStrictEqual([0, 1]);

    const again = runs.share('a', work.run);
    await work.end(2);

    await expect(again).resolves.toBe(2);
  });

  it('does again for those who wait what has failed for the first', async () => {
    const runs = new SharedRuns<number>();
    const work = new Work();
    const first = runs.share('a', work.run);
    const second = runs.share('a', work.run);
    const outcomes = Promise.allSettled([first, second]);
    await work.end(0, new Error('no luck'));
    await work.end(1);

    await expect(outcomes).resolves.toMatchObject([
      { status: 'rejected', reason: { message: 'no luck' } },
      { status: 'fulfilled', value: 1 },
    ]);
  });
});
