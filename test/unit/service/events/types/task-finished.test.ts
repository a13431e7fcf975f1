import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import type { ClosedPage } from '../../../../../src/core/task/tasks.js';
import type { EventReading, Position } from '../../../../../src/service/events/types/event-type.js';
import { TaskFinished } from '../../../../../src/service/events/types/task-finished.js';
import { verifies } from '../../../../support/conformance/verify-events.js';

const NOW_MS = Date.parse('2026-01-05T10:00:00.000Z');

function ended(taskId: string, closedAtMs: number, more: Partial<Task> = {}): Task {
  return {
    taskId,
    toolName: 'a_tool',
    phase: 'succeeded',
    cancelRequested: false,
    createdAt: '2026-01-05T09:00:00.000Z',
    lastUpdatedAt: new Date(closedAtMs).toISOString(),
    ttlMs: 1,
    pollIntervalMs: 1,
    outcome: { kind: 'result', result: { content: [] } },
    ...more,
  };
}

interface Setup {
  readonly tasks: Task[];
  page: ClosedPage;
  readonly type: TaskFinished;
  readonly read: (
    position: Position,
    more?: { limit?: number; maxAgeMs?: number; taskId?: string; status?: string },
  ) => Promise<EventReading>;
}

function setUp(tasks: Task[]): Setup {
  const executions = tasks.map(({ taskId, lastUpdatedAt }) => ({
    taskId,
    closedAtMs: Date.parse(lastUpdatedAt),
  }));
  const setup: Setup = {
    tasks,
    page: { executions, untilMs: NOW_MS },
    type: new TaskFinished({
      now: () => NOW_MS,
      statusOf: ({ phase }) => (phase === 'cancelled' ? 'cancelled' : 'completed'),
      tasks: {
        get: async (taskId) => {
          const task = tasks.find((one) => one.taskId === taskId);
          return task ? Promise.resolve(task) : Promise.reject(new Error('gone'));
        },
      },
      feed: {
        read: async (_owner, fromMs) =>
          Promise.resolve({
            ...setup.page,
            executions: setup.page.executions.filter((one) => one.closedAtMs >= fromMs),
          }),
      },
    }),
    read: async (position, { limit = 10, maxAgeMs, ...args } = {}) =>
      setup.type.read({ owner: 'me', arguments: args }, position, { limit, maxAgeMs }),
  };
  return setup;
}

const from = (agoMs: number): Position => ({
  sinceMs: NOW_MS - agoMs,
  atMs: NOW_MS - agoMs,
  seen: [],
});
const idsOf = ({ occurrences }: EventReading): unknown[] =>
  occurrences.map(({ occurrence }) => occurrence.data['taskId']);

describe('task.finished', () => {
  verifies(['E-033'], 'is told once, in the order of the ends', async () => {
    const { read } = setUp([ended('a', NOW_MS - 5_000), ended('b', NOW_MS - 4_000)]);
    const first = await read(from(60_000));
    const second = await read(first.position);

    expect(idsOf(first)).toStrictEqual(['a', 'b']);
    expect(idsOf(second)).toStrictEqual([]);
  });

  it('is told although it came into the lists late', async () => {
    const setup = setUp([ended('a', NOW_MS - 5_000), ended('late', NOW_MS - 8_000)]);
    const [a, late] = setup.page.executions;
    setup.page = { executions: a ? [a] : [], untilMs: NOW_MS };
    const first = await setup.read(from(60_000));
    setup.page = { executions: [late, a].flatMap((one) => one ?? []), untilMs: NOW_MS };

    expect(idsOf(first)).toStrictEqual(['a']);
    expect(idsOf(await setup.read(first.position))).toStrictEqual(['late']);
  });

  verifies(['E-032'], 'says that there is more only where one more matches', async () => {
    const at = NOW_MS - 5_000;
    const tasks = [ended('a', at), ended('b', at + 1), ended('c', at + 2, { phase: 'cancelled' })];
    const { read } = setUp(tasks);
    const one = await read(from(60_000), { limit: 1 });
    const cancelled = await read(from(60_000), { limit: 1, status: 'cancelled' });
    const completed = await read(one.position, { limit: 1, status: 'completed' });

    expect([idsOf(one), one.hasMore]).toStrictEqual([['a'], true]);
    expect([idsOf(cancelled), cancelled.hasMore]).toStrictEqual([['c'], false]);
    expect([idsOf(completed), completed.hasMore]).toStrictEqual([['b'], false]);
  });

  it('is not told of an execution after which its task has gone on', async () => {
    const { tasks, page, read } = setUp([ended('a', NOW_MS - 5_000)]);
    tasks[0] = { ...ended('a', NOW_MS - 5_000), lastUpdatedAt: '2026-01-05T09:59:59.000Z' };

    expect(page.executions).toHaveLength(1);
    expect(idsOf(await read(from(60_000)))).toStrictEqual([]);
  });

  verifies(
    ['E-124', 'E-125'],
    'says so where what is asked for is older than what is kept, or than may be',
    async () => {
      const setup = setUp([ended('a', NOW_MS - 5_000)]);
      const young = await setup.read(from(60_000), { maxAgeMs: 1_000 });
      setup.page = { ...setup.page, keptSinceMs: NOW_MS - 10_000 };
      const kept = await setup.read(from(60_000));
      const after = await setup.read(kept.position);

      expect([young.truncated, idsOf(young)]).toStrictEqual([true, []]);
      expect([kept.truncated, idsOf(kept)]).toStrictEqual([true, ['a']]);
      expect(after.truncated).toBe(false);
    },
  );

  verifies(['E-143'], 'is over with the end of the one task that it is about', async () => {
    const { read } = setUp([ended('a', NOW_MS - 5_000), ended('b', NOW_MS - 4_000)]);
    const reading = await read(from(60_000), { taskId: 'b' });

    expect([idsOf(reading), reading.isOver]).toStrictEqual([['b'], true]);
  });

  verifies(
    ['E-141', 'E-022'],
    'has the same ID whoever reads it, and another one for another end',
    async () => {
      const mine = await setUp([ended('a', NOW_MS - 5_000)]).read(from(60_000));
      const others = await setUp([ended('a', NOW_MS - 5_000)]).read(from(30_000));
      const later = await setUp([ended('a', NOW_MS - 4_000)]).read(from(60_000));
      const [id, same, other] = [mine, others, later].map(
        (reading) => reading.occurrences[0]?.occurrence.eventId,
      );

      expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(same).toBe(id);
      expect(other).not.toBe(id);
    },
  );
});
