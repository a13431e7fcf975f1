import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { UnderWay } from '../../../src/mcp/under-way.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Work that goes on until it is told to end. */
function createWork(): { readonly work: Promise<string>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    end = () => {
      resolve('done');
    };
  });
  return { work, end };
}

describe('UnderWay', () => {
  it('is finished at once when nothing is under way', async () => {
    const underWay = new UnderWay();
    await expect(underWay.track(Promise.resolve(1))).resolves.toBe(1);
    await expect(underWay.track(Promise.reject(new Error('no')))).rejects.toThrow('no');

    await expect(underWay.finished()).resolves.toBeUndefined();
  });

  it('is finished when all work has ended, also work that began meanwhile', async () => {
    const underWay = new UnderWay();
    const [first, second] = [createWork(), createWork()];
    const log: string[] = [];
    const tracked = [underWay.track(first.work)];
    const finished = underWay.finished().then(() => log.push('finished'));
    tracked.push(underWay.track(second.work));
    first.end();
    await tracked[0];
    await jest.advanceTimersByTimeAsync(1_000);
    log.push('second ends');
    second.end();
    await finished;

    expect(log).toStrictEqual(['second ends', 'finished']);
  });

  it('is finished after 5 s with work that does not end', async () => {
    const underWay = new UnderWay();
    void underWay.track(createWork().work);
    const log: string[] = [];
    void underWay.finished().then(() => log.push('finished'));
    await jest.advanceTimersByTimeAsync(4_999);
    log.push('4,999 ms');
    await jest.advanceTimersByTimeAsync(1);

    expect(log).toStrictEqual(['4,999 ms', 'finished']);
  });
});
