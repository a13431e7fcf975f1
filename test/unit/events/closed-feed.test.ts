import { describe, expect, it } from '@jest/globals';

import type { ClosedExecution, ClosedQuery, Tasks } from '../../../src/core/tasks.js';
import { ClosedFeed, LAG_MS } from '../../../src/events/closed-feed.js';

const START_MS = Date.parse('2026-01-05T10:00:00.000Z');

function setUp(): {
  readonly feed: ClosedFeed;
  readonly asked: (ClosedQuery & { owner: string })[];
  readonly closed: ClosedExecution[];
  readonly clock: { nowMs: number };
} {
  const asked: (ClosedQuery & { owner: string })[] = [];
  const closed: ClosedExecution[] = [];
  const clock = { nowMs: START_MS };
  const listClosed: Tasks['listClosed'] = async (owner, query) => {
    asked.push({ owner, ...query });
    const { fromMs, untilMs } = query;
    const executions = closed.filter(
      ({ closedAtMs }) => closedAtMs >= fromMs && closedAtMs < untilMs,
    );
    return Promise.resolve({ executions, untilMs });
  };
  return { asked, closed, clock, feed: new ClosedFeed({ listClosed }, () => clock.nowMs) };
}

describe('ClosedFeed', () => {
  it('takes one look for all who ask for one owner at a time', async () => {
    const { feed, asked } = setUp();
    await Promise.all([feed.read('me', START_MS - 5_000), feed.read('me', START_MS - 5_000)]);
    await feed.read('me', START_MS - 4_000);
    await feed.read('you', START_MS - 4_000);

    expect(asked.map(({ owner }) => owner)).toStrictEqual(['me', 'you']);
  });

  it('looks again after a second, a little way back', async () => {
    const { feed, asked, closed, clock } = setUp();
    await feed.read('me', START_MS - 60_000);
    closed.push({ taskId: 'late', closedAtMs: START_MS - 3_000 });
    clock.nowMs += 1_500;
    const { executions } = await feed.read('me', START_MS - 60_000);

    expect(executions).toStrictEqual([{ taskId: 'late', closedAtMs: START_MS - 3_000 }]);
    expect(asked[1]?.fromMs).toBeGreaterThan(START_MS - 12_000);
  });

  it('keeps back what may not be listed yet', async () => {
    const { feed, closed } = setUp();
    closed.push({ taskId: 'now', closedAtMs: START_MS - 1 });
    const { executions, untilMs } = await feed.read('me', START_MS - 5_000);

    expect(executions).toStrictEqual([]);
    expect(untilMs).toBe(START_MS - LAG_MS);
  });

  it('looks for older ones by itself', async () => {
    const { feed, closed, asked } = setUp();
    await feed.read('me', START_MS - 5_000);
    closed.push({ taskId: 'old', closedAtMs: START_MS - 90_000 });
    const { executions } = await feed.read('me', START_MS - 100_000);

    expect(executions.map(({ taskId }) => taskId)).toStrictEqual(['old']);
    expect(asked).toHaveLength(2);
  });
});
