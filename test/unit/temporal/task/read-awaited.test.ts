import { describe, expect, it } from '@jest/globals';

import { TaskError } from '../../../../src/core/errors.js';
import type { TemporalTask } from '../../../../src/temporal/read/to-task.js';
import { readAwaited } from '../../../../src/temporal/task/read-awaited.js';

const owner = 'ada';

const taskOf = (createdAt: string, more: Partial<TemporalTask> = {}): TemporalTask => ({
  taskId: 'order-1',
  toolName: 'order',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt,
  lastUpdatedAt: createdAt,
  ttlMs: 1,
  pollIntervalMs: 1,
  ...more,
});

const first = taskOf('2026-11-21T12:00:00.000Z', { runId: 'run-1' });
const end = { ...first, phase: 'succeeded' } as const;
const notFound = new TaskError('taskNotFound', 'There is none.');

/** A reader of which each read gives this, and a read of the end that. */
function readerOf(now: TemporalTask | TaskError): Parameters<typeof readAwaited>[0] {
  return {
    read: async (_taskId, _owner, options) => {
      if (now instanceof Error) throw now;
      return Promise.resolve({ ...now, ttlMs: options?.evenExpired ? 2 : 1 });
    },
    readEnd: async (task) => Promise.resolve(task.runId === 'run-1' ? end : taskOf('x')),
  };
}

describe('readAwaited', () => {
  it('reads what there is', async () => {
    await expect(
      readAwaited(readerOf(first), { taskId: 'order-1', owner }, undefined),
    ).resolves.toBeDefined();
    await expect(
      readAwaited(readerOf(notFound), { taskId: 'order-1', owner }, undefined),
    ).rejects.toBe(notFound);
  });

  it('goes on with the same task, even when it has expired', async () => {
    const next = { ...first, runId: 'run-2' };

    expect(await readAwaited(readerOf(next), { taskId: 'order-1', owner }, first)).toStrictEqual({
      ...next,
      ttlMs: 2,
    });
  });

  it.each([
    ['is another task', taskOf('2026-11-21T12:00:01.000Z', { runId: 'run-9' })],
    ['is not the caller’s any more', notFound],
  ])('gives the end of what was read last when the ID %s', async (_what, now) => {
    expect(await readAwaited(readerOf(now), { taskId: 'order-1', owner }, first)).toBe(end);
  });

  it('fails with what fails, and where no run is known', async () => {
    const outage = new TaskError('unavailable', 'Later.');
    const ofOurMaking = taskOf(first.createdAt);

    await expect(readAwaited(readerOf(outage), { taskId: 'order-1', owner }, first)).rejects.toBe(
      outage,
    );
    await expect(
      readAwaited(readerOf(notFound), { taskId: 'order-1', owner }, ofOurMaking),
    ).rejects.toBe(notFound);
  });
});
