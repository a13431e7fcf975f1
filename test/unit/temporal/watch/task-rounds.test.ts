import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { Pace } from '../../../../src/temporal/link/pace.js';
import { sleep } from '../../../../src/temporal/link/sleep.js';
import { type Seen, TaskRounds } from '../../../../src/temporal/watch/task-rounds.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

interface World {
  readonly rounds: TaskRounds;
  /** IDs of the tasks that were looked at, in order. */
  readonly looked: string[];
  /** The result of a look at each task. An error is thrown. */
  readonly states: Map<string, string | Error>;
  readonly closed: string[];
  searches: number;
  /** Durations of the next searches, in milliseconds. Later searches take no time. */
  readonly searchesTakeMs: number[];
  /** Waits for a change since `text`, and then adds the ID to `woken`. */
  readonly wait: (
    taskId: string,
    more?: { text?: string; owner?: string; signal?: AbortSignal },
  ) => Seen;
  readonly woken: string[];
}

function createWorld(perSecond = 10): World {
  const looked: string[] = [];
  const states = new Map<string, string | Error>();
  const closed: string[] = [];
  const woken: string[] = [];
  const rounds = new TaskRounds({
    look: async (taskId) => {
      looked.push(taskId);
      const state = states.get(taskId) ?? 'same';
      return state instanceof Error ? Promise.reject(state) : Promise.resolve(state);
    },
    findClosed: async () => {
      world.searches += 1;
      await sleep(world.searchesTakeMs.shift() ?? 0);
      return closed;
    },
    pace: new Pace(perSecond),
  });
  const world: World = {
    rounds,
    looked,
    states,
    closed,
    woken,
    searches: 0,
    searchesTakeMs: [],
    wait: (
      taskId,
      { text = 'same', owner = 'ada', signal = new AbortController().signal } = {},
    ) => {
      const seen: Seen = { text };
      void rounds.untilNews({ taskId, owner }, seen, signal).then(() => woken.push(taskId));
      return seen;
    },
  };
  return world;
}

const toIds = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);

describe('rounds of looks', () => {
  it('give every task its turn before any has a second one, at the pace', async () => {
    const { wait, looked, woken } = createWorld(10);
    const ids = toIds(40);
    for (const id of ids) wait(id);
    await jest.advanceTimersByTimeAsync(750 + 3_950);
    expect(looked).toStrictEqual(ids);
    await jest.advanceTimersByTimeAsync(4_000);

    expect(looked).toStrictEqual([...ids, ...ids]);
    expect(woken).toStrictEqual([]);
  });

  it('give owners their turns before the many tasks of one of them', async () => {
    const { wait, looked } = createWorld(10);
    for (const id of toIds(1_000)) wait(id);
    wait('of eve', { owner: 'eve' });
    await jest.advanceTimersByTimeAsync(750 + 5_000);

    expect(looked.slice(0, 2)).toStrictEqual(['t0', 'of eve']);
    expect(looked.filter((taskId) => taskId === 'of eve').length).toBeGreaterThanOrEqual(5);
  });

  it('give a free long poll to an owner who may have it', async () => {
    const { wait, rounds, woken } = createWorld(10);
    for (const id of toIds(10)) wait(id);
    wait('of eve', { owner: 'eve' });
    rounds.letOneIn((owner) => owner === 'eve');
    await jest.advanceTimersByTimeAsync(1);

    expect(woken).toStrictEqual(['of eve']);
  });

  it('look at one task no more than every 750 ms', async () => {
    const { wait, looked } = createWorld(100);
    wait('a');
    await jest.advanceTimersByTimeAsync(7_600);

    expect(looked.length).toBeLessThanOrEqual(10);
    expect(looked.length).toBeGreaterThanOrEqual(9);
  });

  it('wake who waits for a task to which something has happened, or of which nothing is known', async () => {
    const { wait, states, woken } = createWorld(100);
    const seen = wait('a');
    wait('b');
    wait('c', { text: 'before' });
    states.set('a', 'new');
    await jest.advanceTimersByTimeAsync(1_000);

    expect(woken.sort()).toStrictEqual(['a', 'c']);
    expect(seen.text).toBe('new');
  });

  it('wake nobody for an outage, and who waits for what else cannot be seen', async () => {
    const { wait, states, woken } = createWorld(100);
    wait('a');
    wait('b');
    states.set('a', new TaskError(TaskErrorCode.unavailable, 'Down'));
    states.set('b', new TaskError(TaskErrorCode.taskNotFound, 'Gone'));
    await jest.advanceTimersByTimeAsync(2_000);

    expect(woken).toStrictEqual(['b']);
  });

  it('are left by who is let in, and by who leaves', async () => {
    const { rounds, wait, looked, woken } = createWorld(100);
    const gone = new AbortController();
    wait('a', { signal: gone.signal });
    wait('b');
    gone.abort();
    rounds.letOneIn(() => true);
    await jest.advanceTimersByTimeAsync(5_000);
    rounds.letOneIn(() => true);

    expect(woken).toStrictEqual(['a', 'b']);
    expect(looked).toStrictEqual([]);
  });
});

describe('long rounds', () => {
  it('are helped by a search a second, which wakes who waits for a task that has closed', async () => {
    const world = createWorld(10);
    for (const id of toIds(100)) world.wait(id);
    world.closed.push('t77', 'nobody waits for this one');
    await jest.advanceTimersByTimeAsync(1_050);
    expect(world.searches).toBe(1);
    expect(world.woken).toStrictEqual(['t77']);
    // After a search that found a task, the next one comes sooner.
    await jest.advanceTimersByTimeAsync(500 + 2_000);

    expect(world.searches).toBe(4);
    expect(world.woken).toStrictEqual(['t77']);
  });

  it('are helped half of the time while searches that take long find tasks that are waited for', async () => {
    const world = createWorld(10);
    world.searchesTakeMs.push(2_000, 2_000);
    for (const id of toIds(100)) world.wait(id);
    world.closed.push('t1');
    await jest.advanceTimersByTimeAsync(1_000 + 2_010);
    world.closed.push('t2');
    await jest.advanceTimersByTimeAsync(500 + 2_000);
    expect(world.woken).toStrictEqual(['t1', 't2']);
    expect(world.searches).toBe(2);
    await jest.advanceTimersByTimeAsync(4_000);

    expect(world.searches).toBe(3);
  });

  it('are helped as soon as ever after one search that took long, and less often after two', async () => {
    const world = createWorld(10);
    world.searchesTakeMs.push(0, 2_000, 0, 2_000, 2_000);
    for (const id of toIds(100)) world.wait(id);

    // Each search begins one second after the end of the previous one.
    await jest.advanceTimersByTimeAsync(1_000 + 1_000 + 2_000 + 1_000 + 50);
    expect(world.searches).toBe(3);
    await jest.advanceTimersByTimeAsync(1_000 + 2_000 + 1_000 + 2_000);
    expect(world.searches).toBe(5);
    await jest.advanceTimersByTimeAsync(9_000);
    expect(world.searches).toBe(5);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(world.searches).toBe(6);
  });

  it('are the only ones that are', async () => {
    const world = createWorld(10);
    for (const id of toIds(10)) world.wait(id);
    await jest.advanceTimersByTimeAsync(5_000);

    expect(world.searches).toBe(0);
  });
});
