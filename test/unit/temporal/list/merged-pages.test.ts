import { describe, expect, it } from '@jest/globals';

import { mergePages } from '../../../../src/temporal/list/merged-pages.js';
import { decodeCursors } from '../../../../src/temporal/list/namespace-cursors.js';

type Lists = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** Lists by namespace and cursor: each page goes on with the next number. */
const LISTS: Lists = {
  '': { first: [9, 5], 1: [1] },
  billing: { first: [7], 1: [3], 2: [2] },
  ended: { first: [8] },
};

async function list(cursor?: string, names = Object.keys(LISTS)) {
  return mergePages(
    names.map((name) => [name, LISTS[name] ?? {}] as const),
    cursor,
    {
      list: async (pages, from = 'first') => {
        const next = from === 'first' ? '1' : String(Number(from) + 1);
        const tasks = pages[from] ?? [];
        return Promise.resolve({ tasks, ...(pages[next] && { nextCursor: next }) });
      },
      order: (a, b) => b - a,
    },
  );
}

describe('mergePages', () => {
  it('has a page of each namespace in one order, until all have ended', async () => {
    const pages: (readonly number[])[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await list(cursor);
      pages.push(page.tasks);
      cursor = page.nextCursor;
    }

    expect(pages).toStrictEqual([[9, 8, 7, 5], [3, 1], [2]]);
  });

  it('says no name where there is one namespace', async () => {
    await expect(list(undefined, ['billing'])).resolves.toStrictEqual({
      tasks: [7],
      nextCursor: '1',
    });
  });

  it('takes no cursor of a namespace that is not of who lists', async () => {
    const { nextCursor = '' } = await list();

    expect([...decodeCursors(nextCursor, ['', 'billing'])]).toStrictEqual([
      ['', '1'],
      ['billing', '1'],
    ]);
    await expect(list(nextCursor, ['', 'ended'])).rejects.toMatchObject({ code: 'invalidCursor' });
  });

  it.each(['nonsense', Buffer.from('{"":1}').toString('base64url'), ''])(
    'takes no cursor that is none: %j',
    async (cursor) => {
      await expect(list(cursor)).rejects.toMatchObject({ code: 'invalidCursor' });
    },
  );
});
