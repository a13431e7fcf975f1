import { describe, expect, it, jest } from '@jest/globals';

import { silentLogger } from '../../../../src/core/logger.js';
import { LIST_LAG_MS } from '../../../../src/core/task/list-lag.js';
import { SharedClosed } from '../../../../src/temporal/list/shared-closed.js';
import type { PagesQuery, VisibilityRow } from '../../../../src/temporal/list/visibility-pages.js';

const NOW_MS = Date.parse('2026-01-05T10:00:00.000Z');
const PAGE_SIZE = 10;

interface Ended {
  readonly owner: string;
  readonly atMs: number;
  readonly id: string;
}

/** Visibility with a clock of its own: it lists what has ended, the newest first. */
function setUp(): {
  readonly closed: SharedClosed;
  readonly clock: { nowMs: number };
  readonly end: (owner: string, agoMs: number) => string;
  readonly calls: () => number;
  readonly failNext: () => void;
} {
  const ended: Ended[] = [];
  const clock = { nowMs: NOW_MS };
  const state = { calls: 0, fails: false };
  const read = async ({
    query,
    maxPages,
    onRow,
  }: PagesQuery): Promise<{ pages: number; isAll: boolean }> => {
    const [from = 0, until = 0] = [...query.matchAll(/CloseTime >?<?=? ?'([^']+)'/g)].map(
      ([, text = '']) => Date.parse(text),
    );
    const found = ended
      .filter(({ atMs }) => atMs >= from && atMs < until)
      .sort((a, b) => b.atMs - a.atMs);
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    state.calls += Math.min(pages, maxPages);
    if (state.fails) {
      state.fails = false;
      throw new Error('Temporal is away');
    }
    for (const { id, atMs, owner } of found.slice(0, maxPages * PAGE_SIZE)) {
      onRow({
        execution: { workflowId: id, runId: id },
        type: { name: owner },
        closeTime: { seconds: Math.floor(atMs / 1_000), nanos: (atMs % 1_000) * 1e6 },
      } satisfies VisibilityRow);
    }
    return Promise.resolve({ pages: Math.min(pages, maxPages), isAll: pages <= maxPages });
  };
  const closed = new SharedClosed({
    rows: {
      isAdopted: false,
      filter: () => 'TaskQueue = "any"',
      keysOf: ({ type }) => [type?.name ?? ''],
      keysFor: (owner) => [owner],
    },
    pages: { read, pageSize: PAGE_SIZE },
    logger: silentLogger,
    now: () => clock.nowMs,
  });
  return {
    closed,
    clock,
    end: (owner, agoMs) => {
      const id = `${owner}-${ended.length}`;
      ended.push({ owner, id, atMs: clock.nowMs - agoMs });
      return id;
    },
    calls: () => state.calls,
    failNext: () => {
      state.fails = true;
    },
  };
}

const idsOf = (found: Awaited<ReturnType<SharedClosed['read']>>): unknown[] | undefined =>
  found?.rows.map(({ taskId }) => taskId);

describe('what has closed lately', () => {
  it('takes one look for all owners who ask, and gives each their own', async () => {
    const { closed, end, calls } = setUp();
    const owners = Array.from({ length: 50 }, (_none, index) => `owner${index}`);
    const ids = owners.map((owner) => end(owner, 5_000));
    const query = { fromMs: NOW_MS - 10_000, untilMs: NOW_MS };
    const found = await Promise.all(owners.map(async (owner) => closed.read([owner], query, 1)));

    expect(found.map(idsOf)).toStrictEqual(ids.map((id) => [id]));
    expect(idsOf(await closed.read(['nobody'], query, 1))).toStrictEqual([]);
    // Five pages of ten, once.
    expect(calls()).toBe(5);
  });

  it('looks again after a second, finds what came late, and keeps back what is too young', async () => {
    const { closed, clock, end, calls } = setUp();
    const query = { fromMs: NOW_MS - 30_000, untilMs: NOW_MS + 60_000 };
    const early = await closed.read(['me'], query, 1);
    const late = end('me', 6_000);
    const young = end('me', 0);
    const same = await closed.read(['me'], query, 1);
    clock.nowMs += 1_000;
    const next = await closed.read(['me'], query, 1);
    clock.nowMs += 1_000;

    expect([idsOf(early), early?.untilMs]).toStrictEqual([[], NOW_MS - LIST_LAG_MS]);
    expect(idsOf(same)).toStrictEqual([]);
    expect([idsOf(next), next?.untilMs]).toStrictEqual([[late], NOW_MS]);
    expect(idsOf(await closed.read(['me'], query, 1))).toStrictEqual([late, young]);
    expect(calls()).toBe(3);
  });

  it('tells those alone whom a new end concerns, and looks no more without anybody', async () => {
    jest.useFakeTimers();
    try {
      const { closed, clock, end: endOne, calls } = setUp();
      const told: string[] = [];
      const ends = ['me', 'you'].map((owner) => closed.watch([owner], () => told.push(owner)));
      const pass = async (): Promise<void> => {
        clock.nowMs += 1_000;
        await jest.advanceTimersByTimeAsync(1_000);
      };
      await pass();
      endOne('me', 0);
      endOne('somebody else', 0);
      await pass();
      await pass();
      const before = calls();
      for (let seconds = 0; seconds < 10; seconds += 1) await pass();
      const after = calls();
      for (const end of ends) end();
      for (let seconds = 0; seconds < 10; seconds += 1) await pass();

      expect(told).toStrictEqual(['me']);
      expect(after - before).toBeLessThanOrEqual(11);
      expect(after - before).toBeGreaterThan(5);
      expect(calls() - after).toBeLessThanOrEqual(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('looks back for all at once where that costs no more than each of them would', async () => {
    const { closed, end, calls } = setUp();
    const old = end('me', 20 * 60_000);
    const query = { fromMs: NOW_MS - 21 * 60_000, untilMs: NOW_MS };
    const [mine, yours] = await Promise.all(
      ['me', 'you'].map(async (owner) => closed.read([owner], query, 1)),
    );

    expect([idsOf(mine), idsOf(yours)]).toStrictEqual([[old], []]);
    expect(calls()).toBe(2);
  });

  it('leaves a look back to who asks where there is much, unless many ask', async () => {
    const { closed, end } = setUp();
    for (let index = 0; index < 40; index += 1) end('others', 2_000 + index * 1_000);
    const old = end('me', 2 * 60_000);
    const query = { fromMs: NOW_MS - 3 * 60_000, untilMs: NOW_MS };

    await expect(closed.read(['me'], query, 1)).resolves.toBeUndefined();
    expect(idsOf(await closed.read(['me'], query, 50))).toStrictEqual([old]);
  });

  it('reads on where a burst takes more than a page, and loses none of it', async () => {
    const { closed, clock, end } = setUp();
    const query = { fromMs: NOW_MS - 5_000, untilMs: NOW_MS + 60_000 };
    await closed.read(['me'], query, 1);
    const ids = Array.from({ length: 85 }, () => end('me', 500));
    clock.nowMs += 2_000;

    expect(idsOf(await closed.read(['me'], query, 1))).toStrictEqual(ids);
  });

  it('does not pretend to know what it had to leave out', async () => {
    const { closed, clock, end } = setUp();
    const query = { fromMs: NOW_MS - 5_000, untilMs: NOW_MS + 60_000 };
    await closed.read(['me'], query, 1);
    // More than ten pages of ten.
    for (let index = 0; index < 150; index += 1) end('others', 900 - index * 5);
    const mine = end('me', 950);
    clock.nowMs += 2_000;
    const found = await closed.read(['me'], query, 1);
    const all = await closed.read(['me'], query, 500);

    expect(found).toBeUndefined();
    expect(idsOf(all)).toStrictEqual([mine]);
  });

  it('fails for all who share a look, and is well again with the next', async () => {
    const { closed, end, calls, failNext } = setUp();
    const mine = end('me', 5_000);
    const query = { fromMs: NOW_MS - 10_000, untilMs: NOW_MS };
    failNext();
    const asked = ['me', 'you', 'they'].map(async (owner) => closed.read([owner], query, 1));
    const failed = await Promise.allSettled(asked);

    expect(failed.map(({ status }) => status)).toStrictEqual(['rejected', 'rejected', 'rejected']);
    expect(calls()).toBe(1);
    expect(idsOf(await closed.read(['me'], query, 1))).toStrictEqual([mine]);
  });
});
