import { describe, expect, it } from '@jest/globals';

import { LIST_LAG_MS } from '../../../../../src/core/task/list-lag.js';
import type { ClosedExecution, ClosedQuery, Tasks } from '../../../../../src/core/task/tasks.js';
import { ClosedFeed } from '../../../../../src/service/events/types/closed-feed.js';

const NOW_MS = Date.parse('2026-01-05T10:00:00.000Z');

function setUp({ reachMs = Infinity }: { readonly reachMs?: number } = {}): {
  readonly feed: ClosedFeed;
  readonly asked: (ClosedQuery & { owner: unknown })[];
  readonly closed: ClosedExecution[];
} {
  const asked: (ClosedQuery & { owner: unknown })[] = [];
  const closed: ClosedExecution[] = [];
  const listClosed: Tasks['listClosed'] = async (owner, query) => {
    asked.push({ owner, ...query });
    const { fromMs } = query;
    const untilMs = Math.min(query.untilMs, fromMs + reachMs);
    const executions = closed.filter(
      ({ closedAtMs }) => closedAtMs >= fromMs && closedAtMs < untilMs,
    );
    return Promise.resolve({ executions, untilMs });
  };
  return { asked, closed, feed: new ClosedFeed({ listClosed }, () => NOW_MS) };
}

describe('ClosedFeed', () => {
  it('takes one look for all who ask at the same time for one owner', async () => {
    const { feed, asked } = setUp();
    await Promise.all([feed.read('me', NOW_MS - 5_000), feed.read('me', NOW_MS - 5_000)]);
    await feed.read('you', NOW_MS - 5_000);

    expect(asked.map(({ owner }) => owner)).toStrictEqual(['me', 'you']);
  });

  it('keeps back what may not be listed yet', async () => {
    const { feed, closed } = setUp();
    closed.push({ taskId: 'now', closedAtMs: NOW_MS - 1 });
    const { executions, untilMs } = await feed.read('me', NOW_MS - 5_000);

    expect(executions).toStrictEqual([]);
    expect(untilMs).toBe(NOW_MS - LIST_LAG_MS);
  });

  it('goes through a page of the past without a look for each step, and then on', async () => {
    const { feed, closed, asked } = setUp({ reachMs: 60_000 });
    const startMs = NOW_MS - 600_000;
    for (let index = 0; index < 40; index += 1) {
      closed.push({ taskId: `task${index}`, closedAtMs: startMs + index * 1_000 });
    }
    const first = await feed.read('me', startMs);
    const second = await feed.read('me', startMs + 20_000);
    await feed.read('me', first.untilMs - 10_000);

    expect(second.executions.map(({ taskId }) => taskId)).toHaveLength(20);
    expect(second.untilMs).toBe(first.untilMs);
    expect(asked.map(({ fromMs }) => fromMs)).toStrictEqual([startMs, startMs + 50_000]);
  });

  it('keeps no page of one owner for another', async () => {
    const { feed, asked } = setUp({ reachMs: 60_000 });
    await feed.read('me', NOW_MS - 600_000);
    await feed.read('you', NOW_MS - 600_000);

    expect(asked).toHaveLength(2);
  });
});
