import { describe, expect, it } from '@jest/globals';

import { silentLogger } from '../../../../src/core/logger.js';
import { OpenTaskLimit } from '../../../../src/temporal/start/open-task-limit.js';

interface Setup {
  readonly limit: OpenTaskLimit;
  /** The number of open tasks in visibility. */
  open: number;
  nowMs: number;
  counts: number;
  failure: Error | undefined;
}

function setUp(limit = 3): Setup {
  const setup: Omit<Setup, 'limit'> = { open: 0, nowMs: 1_000_000, counts: 0, failure: undefined };
  const created = new OpenTaskLimit({
    limit,
    logger: silentLogger,
    now: () => setup.nowMs,
    count: async () => {
      setup.counts += 1;
      if (setup.failure) throw setup.failure;
      return Promise.resolve(setup.open);
    },
  });
  return Object.assign(setup, { limit: created });
}

/** Asks for a number of starts at once. @returns The number of allowed starts. */
async function takeAtOnce({ limit }: Setup, times: number, owner = 'ada'): Promise<number> {
  const taken = await Promise.all(Array.from({ length: times }, async () => limit.take(owner)));
  return taken.filter(Boolean).length;
}

describe('OpenTaskLimit', () => {
  it('leaves room for as many as are missing, also for starts at the same time', async () => {
    const setup = setUp();
    setup.open = 1;

    expect(await takeAtOnce(setup, 10)).toBe(2);
    expect(await takeAtOnce(setup, 10, 'eve')).toBe(2);
    expect(setup.counts).toBe(2);
  });

  it('counts again after two seconds, and adds what visibility may not have yet', async () => {
    const setup = setUp();
    await takeAtOnce(setup, 1);
    setup.nowMs += 1_900;

    expect(await takeAtOnce(setup, 1)).toBe(1);

    setup.nowMs += 200;
    setup.open = 1;

    // Visibility counts one of two tasks. The limit adds the other, which is too young to be in visibility for sure.
    expect(await takeAtOnce(setup, 5)).toBe(1);

    setup.nowMs += 4_000;
    setup.open = 0;

    expect(await takeAtOnce(setup, 5)).toBe(3);
  });

  it('goes by the count before where there is none, and by its own starts', async () => {
    const setup = setUp();
    setup.open = 2;

    expect(await takeAtOnce(setup, 5)).toBe(1);

    setup.failure = new Error('The store is down');
    setup.nowMs += 10_000;

    expect(await takeAtOnce(setup, 5)).toBe(1);
    expect(await takeAtOnce(setup, 5, 'eve')).toBe(3);
  });

  it('says how many there may be, and when to try again', () => {
    expect(setUp(7).limit.toError()).toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/^Nothing was started: you have 7 open tasks/) as unknown,
      retryAfterMs: 5_000,
    });
  });
});
