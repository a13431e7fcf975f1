import { describe, expect, it } from '@jest/globals';

import { FairQueue } from '../../../../src/core/value/fair-queue.js';

const takeAll = (queue: FairQueue<string>): string[] => {
  const taken: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) taken.push(next);
  return taken;
};

const addAll = (queue: FairQueue<string>, entries: readonly string[]): (string | undefined)[] =>
  entries.map((entry) => queue.add(entry.charAt(0), entry));

describe('a fair queue', () => {
  it('takes one entry of each owner in turn, and those of one owner in their order', () => {
    const queue = new FairQueue<string>();
    addAll(queue, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);

    expect(takeAll(queue)).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('lets an owner who comes back wait behind the others', () => {
    const queue = new FairQueue<string>();
    addAll(queue, ['a1', 'b1', 'b2']);
    const taken = [queue.next()];
    addAll(queue, ['a2']);

    expect([...taken, ...takeAll(queue)]).toStrictEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('passes over an owner whose next entry is not ready, and keeps that owner’s turn', () => {
    const queue = new FairQueue<string>();
    addAll(queue, ['a1', 'b1', 'b2']);

    expect(queue.next((owner) => owner !== 'a')).toBe('b1');
    expect(queue.next((_owner, head) => head === 'nothing')).toBeUndefined();
    expect([...queue.heads()]).toStrictEqual(['a1', 'b2']);
    expect(takeAll(queue)).toStrictEqual(['a1', 'b2']);
  });

  it('refuses an entry of an owner who has too many', () => {
    const queue = new FairQueue<string>({ ofOneOwner: 2 });

    expect(addAll(queue, ['a1', 'a2', 'a3', 'b1'])).toStrictEqual([
      undefined,
      undefined,
      'a3',
      undefined,
    ]);
    expect(takeAll(queue)).toStrictEqual(['a1', 'b1', 'a2']);
  });

  it('drops the newest entry of the owner who has most when it is full', () => {
    const queue = new FairQueue<string>({ overall: 3 });

    expect(addAll(queue, ['a1', 'a2', 'a3', 'b1']).at(-1)).toBe('a3');
    expect(addAll(queue, ['c1']).at(-1)).toBe('a2');
    expect(addAll(queue, ['d1']).at(-1)).toBe('d1');
    expect(takeAll(queue)).toStrictEqual(['a1', 'b1', 'c1']);
  });

  it('forgets an entry that is taken out before its turn', () => {
    const queue = new FairQueue<string>();
    addAll(queue, ['a1', 'a2', 'b1']);

    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(takeAll(queue)).toStrictEqual(['a2', 'b1']);
  });
});
