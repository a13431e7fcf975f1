import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { lookAtOpen, lookOn } from '../../../../src/temporal/approve/look-at-open.js';
import type { Visibility, VisibilityQuery } from '../../../../src/temporal/link/visibility.js';

const NOW_MS = Date.now();
const HOUR_MS = 60 * 60_000;

/** Rows by the ages of their starts, in milliseconds, as a store lists them: the newest first. */
function storeOf(agesMs: readonly number[], canCount = true) {
  const starts = agesMs.map((ageMs) => NOW_MS - Math.floor(ageMs)).sort((a, b) => b - a);
  const calls: string[] = [];
  const matching = (query: string) => {
    const [, before] = /StartTime < '([^']+)'/.exec(query) ?? [];
    const rows = starts.map((startMs, index) => ({ startMs, index }));
    return before === undefined ? rows : rows.filter(({ startMs }) => startMs < Date.parse(before));
  };
  const visibility = {
    count: async (_owner: string, query: string) => {
      calls.push('count');
      if (canCount) return Promise.resolve(matching(query).length);
      throw new TaskError(TaskErrorCode.misconfigured, 'Counts are not supported.');
    },
    list: async (_owner: string, { query, pageSize, nextPageToken }: VisibilityQuery) => {
      calls.push('list');
      const rows = matching(query);
      const from = nextPageToken instanceof Uint8Array ? Number(Buffer.from(nextPageToken)) : 0;
      const page = rows.slice(from, from + pageSize).map(({ startMs, index }) => ({
        execution: { workflowId: `w${index}`, runId: `r${index}` },
        startTime: { seconds: Math.floor(startMs / 1000), nanos: (startMs % 1000) * 1e6 },
      }));
      const next = from + pageSize < rows.length ? String(from + pageSize) : '';
      return Promise.resolve({ executions: page, nextPageToken: Buffer.from(next) });
    },
  } as unknown as Visibility;
  return { calls, search: { visibility, owner: 'ada', query: 'CloseTime IS NULL' }, starts };
}

const spread = (count: number, overMs: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_one, index) => fromMs + (overMs * index) / count);

describe('a look at running executions', () => {
  it('that fit one page is one list', async () => {
    const { search, calls } = storeOf(spread(400, HOUR_MS));
    const { rows, lookedAt, nextPageToken } = await lookAtOpen(search);

    expect([rows.length, lookedAt, nextPageToken]).toEqual([400, undefined, undefined]);
    expect(calls).toStrictEqual(['list']);
  });

  it('that fit two pages has all of them', async () => {
    const { search, calls } = storeOf(spread(900, HOUR_MS));
    const { rows, lookedAt } = await lookAtOpen(search);

    expect([rows.length, lookedAt]).toEqual([900, undefined]);
    expect(calls).toStrictEqual(['list', 'count', 'list']);
  });

  it.each([
    ['a steady inflow', spread(10_000, 10 * HOUR_MS)],
    ['one burst', spread(10_000, 2_000, 50 * HOUR_MS)],
    ['a quiet backlog', [...spread(4_000, 2 * HOUR_MS), ...spread(400, 90 * HOUR_MS, HOUR_MS)]],
  ])('in %s has the newest and the oldest, by six calls at most', async (_name, agesMs) => {
    const { search, calls, starts } = storeOf(agesMs);
    const { rows, lookedAt } = await lookAtOpen(search);
    const ids = new Set(rows.map(({ execution }) => execution?.runId));

    expect(lookedAt).toMatchObject({ newest: 500, areOldest: true, of: agesMs.length });
    expect(lookedAt?.older).toBeGreaterThan(100);
    expect(ids.has('r0') && ids.has('r499') && ids.has(`r${starts.length - 1}`)).toBe(true);
    expect(calls.length).toBeLessThanOrEqual(6);
  });

  it('that all began at one moment has no oldest ones, and says so', async () => {
    const { search, calls } = storeOf(Array.from({ length: 3_000 }, () => HOUR_MS));
    const { lookedAt } = await lookAtOpen(search);

    expect(lookedAt).toMatchObject({ newest: 500, areOldest: false, of: 3_000 });
    expect(calls.length).toBeLessThanOrEqual(6);
  });

  it('has the newest where nothing is counted, and goes on from there to the end', async () => {
    const { search } = storeOf(spread(2_300, HOUR_MS), false);
    const first = await lookAtOpen(search);
    const seen = [...first.rows];
    let { nextPageToken } = first;
    while (nextPageToken) {
      const next = await lookOn(search, nextPageToken);
      seen.push(...next.rows);
      ({ nextPageToken } = next);
    }

    expect(first.lookedAt).toEqual({ newest: 1_000, older: 0, areOldest: false });
    expect(new Set(seen.map(({ execution }) => execution?.runId)).size).toBe(2_300);
  });
});
