import { describe, expect, it } from '@jest/globals';

import { EventQueue } from '../../../../capacity/simulation/event-queue.js';
import { createRandom } from '../../../../chaos/plan/random.js';

function drain(queue: EventQueue<number>): number[] {
  const events: number[] = [];
  for (let next = queue.pop(); next; next = queue.pop()) events.push(next.event);
  return events;
}

describe('EventQueue', () => {
  it('has nothing when nothing was put in', () => {
    expect(new EventQueue().pop()).toBeUndefined();
  });

  it('gives the earliest first, whatever the order they came in', () => {
    const times = createRandom(1).shuffle(Array.from({ length: 500 }, (_, index) => index));
    const queue = new EventQueue<number>();
    for (const atMs of times) queue.push(atMs, atMs);

    expect(drain(queue)).toStrictEqual(times.toSorted((a, b) => a - b));
  });

  it('takes more while it gives', () => {
    const queue = new EventQueue<number>();
    for (const atMs of [5, 1, 3]) queue.push(atMs, atMs);

    expect(queue.pop()).toStrictEqual({ atMs: 1, event: 1 });
    queue.push(2, 2);
    expect(drain(queue)).toStrictEqual([2, 3, 5]);
  });
});
