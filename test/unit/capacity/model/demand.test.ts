import { describe, expect, it } from '@jest/globals';

import { toDemand, toWaitsPerReplica } from '../../../../capacity/model/demand.js';
import { DEFAULT_WORKLOAD, type Workload } from '../../../../capacity/model/workload.js';

/** Tasks at which nobody looks: 10 a second. */
const unseen: Workload = {
  ...DEFAULT_WORKLOAD,
  openTasks: 36_000,
  polledShare: 0,
  waitedShare: 0,
  listsPerOwnerPerDay: 0,
};

describe('toDemand', () => {
  it('is the work of the tasks where nobody looks', () => {
    expect(toDemand(unseen)).toMatchObject({
      startsPerSecond: 10,
      actionsPerSecond: 100,
      requestsPerSecond: 200,
      shardWritesPerSecond: 210,
      visibilityCallsPerSecond: 0,
      replicas: 1,
    });
  });

  it('has a request a look, and one more for how a task ended', () => {
    const { pollsPerSecond, requestsPerSecond } = toDemand({ ...unseen, polledShare: 1 });

    expect(pollsPerSecond).toBeGreaterThan(1_000);
    expect(requestsPerSecond).toBeCloseTo(200 + pollsPerSecond + 10, 6);
  });

  it('asks visibility for lists, and at each start where open tasks are limited', () => {
    const lists = { ...unseen, owners: 86_400, listsPerOwnerPerDay: 2 };

    expect(toDemand(lists).visibilityCallsPerSecond).toBe(2);
    expect(toDemand({ ...lists, limitsOpenTasks: true }).visibilityCallsPerSecond).toBe(12);
  });

  it.each([
    [800, { longPolls: 800, waitsInTurn: 0, looksPerSecond: 0, searchesPerSecond: 0 }],
    [900, { longPolls: 800, waitsInTurn: 100, looksPerSecond: 100, searchesPerSecond: 0 }],
    [2_000, { longPolls: 800, waitsInTurn: 1_200, looksPerSecond: 100, searchesPerSecond: 1 }],
  ])('holds %d waits with long polls first, then in turn', (waits, expected) => {
    expect(toDemand({ ...unseen, waitedShare: waits / unseen.openTasks })).toMatchObject(expected);
  });

  it('looks in turn at what the service has no long polls for', () => {
    const waiting = { ...unseen, waitedShare: 800 / unseen.openTasks };

    expect(toDemand(waiting, 300)).toMatchObject({ longPolls: 300, waitsInTurn: 500 });
  });
});

describe('toWaitsPerReplica', () => {
  it('is what fits its memory, and no more than was measured', () => {
    expect(toWaitsPerReplica(134 + 80)).toBe(1_024);
    expect(toWaitsPerReplica(100)).toBe(0);
    expect(toWaitsPerReplica(1_000_000)).toBe(10_000);
  });
});
