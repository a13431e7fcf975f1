import { describe, expect, it } from '@jest/globals';

import { ThreadPool } from '../../../../src/manifest/thread/thread-pool.js';

/** Answers with what it is told, never, by using up its heap, or by failing. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    if (message === 'for ever') for (;;);
    if (message === 'memory') for (const kept = []; ; ) kept.push(new Array(1_000).fill(message));
    if (message === 'fail') throw new Error('It fails.');
    parentPort.postMessage(message + ' ' + threadId);
  });
  parentPort.postMessage('ready');
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);

const createPool = (size = 2): ThreadPool =>
  new ThreadPool({ entry, size, limitMs: 1_000, maxHeapMib: 16 });

describe('a pool of threads', () => {
  it('has all jobs done by threads that it keeps', async () => {
    const pool = createPool();

    const replies = [await pool.run('ada', 'a'), await pool.run('bob', 'b')];

    expect(replies).toStrictEqual([
      expect.stringMatching(/^a \d+$/),
      expect.stringMatching(/^b \d+$/),
    ]);
    expect(replies[0]?.slice(2)).toBe(replies[1]?.slice(2));
  });

  it('does the jobs of an owner one after the other, and those of others meanwhile', async () => {
    const pool = createPool();
    const order: string[] = [];
    const run = async (owner: string, message: string): Promise<void> => {
      await pool.run(owner, message);
      order.push(owner);
    };

    await Promise.all([
      ...Array.from({ length: 3 }, async () => run('mallory', 'for ever')),
      ...Array.from({ length: 3 }, async () => run('ada', 'quick')),
    ]);

    expect(order).toStrictEqual(['ada', 'ada', 'ada', 'mallory', 'mallory', 'mallory']);
  });

  it.each(['for ever', 'memory'])(
    'terminates a thread that takes too much: %s',
    async (message) => {
      const pool = createPool(1);

      expect(await pool.run('mallory', message)).toBeUndefined();
      expect(await pool.run('mallory', 'again')).toMatch(/^again/);
    },
  );

  it('says what a thread has thrown', async () => {
    const pool = createPool(1);

    await expect(pool.run('ada', 'fail')).rejects.toThrow('It fails.');
    expect(await pool.run('ada', 'again')).toMatch(/^again/);
  });

  it('refuses an owner who has too many jobs waiting, and no other', async () => {
    const pool = createPool(1);

    const replies = await Promise.allSettled([
      ...Array.from({ length: 70 }, async () => pool.run('mallory', 'quick')),
      pool.run('ada', 'quick'),
    ]);

    const refused = replies.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { code: 'busy', retryAfterMs: 5_000 } });
    expect(replies.at(-1)).toMatchObject({ status: 'fulfilled' });
  });
});
