import { describe, expect, it } from '@jest/globals';

import { Turns } from '../../../../src/core/value/turns.js';

/** Work that ends when the test says so. */
function createWork(): {
  readonly begun: string[];
  readonly end: (name: string) => void;
  readonly of: (name: string) => () => Promise<void>;
} {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name) => ends.get(name)?.(),
    of: (name) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    },
  };
}

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Turns', () => {
  it('begin one piece of each owner in turn, and those of one owner in their order', async () => {
    const turns = new Turns({ atOnce: 1 });
    const begun: string[] = [];
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
    await Promise.all(
      names.map(async (name) =>
        turns.run(name.charAt(0), async () => {
          begun.push(name);
          await settle();
        }),
      ),
    );

    expect(begun).toStrictEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('bound the pieces at the same time, of all and of one owner', async () => {
    const turns = new Turns({ atOnce: 3, ofOneOwner: 2 });
    const work = createWork();
    const names = ['a1', 'a2', 'a3', 'b1', 'c1'];
    const all = names.map(async (name) => turns.run(name.charAt(0), work.of(name)));
    await settle();

    expect(work.begun).toStrictEqual(['a1', 'a2', 'b1']);
    work.end('b1');
    await settle();

    expect(work.begun).toStrictEqual(['a1', 'a2', 'b1', 'c1']);
    work.end('a1');
    await settle();

    expect(work.begun.at(-1)).toBe('a3');
    for (const name of names) work.end(name);
    await Promise.all(all);
  });

  it('give the result or the error of the work, and go on after both', async () => {
    const turns = new Turns({ atOnce: 1 });
    const failed = turns.run('a', async () => Promise.reject(new Error('down')));

    await expect(failed).rejects.toThrow('down');
    await expect(turns.run('a', async () => Promise.resolve(5))).resolves.toBe(5);
  });

  it('drop a piece that is given up before its turn', async () => {
    const turns = new Turns({ atOnce: 1 });
    const work = createWork();
    const first = turns.run('a', work.of('a1'));
    const leave = new AbortController();
    const given = turns.run('b', work.of('b1'), leave.signal);
    const last = turns.run('c', work.of('c1'));
    leave.abort(new Error('gone'));

    await expect(given).rejects.toThrow('gone');
    await expect(turns.run('b', work.of('b2'), leave.signal)).rejects.toThrow('gone');
    work.end('a1');
    await first;
    await settle();

    expect(work.begun).toStrictEqual(['a1', 'c1']);
    work.end('c1');
    await last;
  });

  it('begin a second’s worth together, and the rest at their rate', async () => {
    const turns = new Turns({ atOnce: 100, perSecond: 20 });
    const startedAtMs = performance.now();
    const begun = Array.from({ length: 24 }, async () =>
      turns.run('a', async () => Promise.resolve(performance.now() - startedAtMs)),
    );

    // 4 beyond the first 20, at 50 ms each.
    expect((await Promise.all(begun)).at(-1)).toBeGreaterThanOrEqual(199);
  });

  it('tell the longest wait of a further piece', async () => {
    const turns = new Turns({ atOnce: 1, perSecond: 4 });
    const work = createWork();

    expect(turns.waitMs('a')).toBe(250);
    const first = turns.run('a', work.of('a0'));
    const others = ['a', 'a', 'b'].map(async (owner) => turns.run(owner, settle));

    // Two of `a` wait, and one of `b`.
    expect(turns.waitMs('a')).toBe(1_500);
    expect(turns.waitMs('c')).toBe(750);
    await settle();
    work.end('a0');
    await Promise.all([first, ...others]);
  });
});
