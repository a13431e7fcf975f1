import { describe, expect, it } from '@jest/globals';

import { TaskError } from '../../../../src/core/errors.js';
import type { TemporalTask } from '../../../../src/temporal/read/to-task.js';
import { waitForTask } from '../../../../src/temporal/task/wait-for-task.js';

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

/** Waits until the task is read for the second time, or has ended. Both readings are given. */
async function waitOver(...readings: (TemporalTask | TaskError)[]): Promise<unknown> {
  const seen: unknown[] = [];
  const reader = {
    read: async (
      _taskId: string,
      _owner: string,
      options?: { evenExpired?: boolean | undefined },
    ) => {
      const reading = readings.shift() ?? first;
      if (reading instanceof Error) throw reading;
      return Promise.resolve({ ...reading, ttlMs: options?.evenExpired ? 2 : 1 });
    },
    readEnd: async (task: TemporalTask) =>
      Promise.resolve(task.runId === 'run-1' ? end : taskOf('x')),
  };
  const watcher = {
    subscribe: () => ({ next: async () => Promise.resolve(undefined), close: () => undefined }),
  };
  return waitForTask(
    { reader, watcher },
    { taskId: 'order-1', owner },
    { signal: new AbortController().signal, until: (task) => seen.push(task) === 2 },
  );
}

describe('waitForTask', () => {
  it('fails if there is no such task', async () => {
    await expect(waitOver(notFound)).rejects.toBe(notFound);
  });

  it('reads the same task again, even when it has expired', async () => {
    const next = { ...first, runId: 'run-2' };

    expect(await waitOver(first, next)).toStrictEqual({ ...next, ttlMs: 2 });
  });

  it.each([
    ['is another task', taskOf('2026-11-21T12:00:01.000Z', { runId: 'run-9' })],
    ['is no longer the caller’s', notFound],
  ])('gives the end of what was read last when the ID %s', async (_what, now) => {
    expect(await waitOver(first, now)).toBe(end);
  });

  it('reads a task that was just started only after news', async () => {
    const started = taskOf(first.createdAt, { statusMessage: 'Started.' });
    const seen: unknown[] = [];
    let reads = 0;
    const reader = {
      read: async () => {
        reads += 1;
        return Promise.resolve(first);
      },
      readEnd: async () => Promise.resolve(end),
    };
    const readsAtNews: number[] = [];
    const watcher = {
      subscribe: () => ({
        next: async () => {
          readsAtNews.push(reads);
          return Promise.resolve(undefined);
        },
        close: () => undefined,
      }),
    };

    await waitForTask(
      { reader, watcher },
      { taskId: 'order-1', owner, started },
      { signal: new AbortController().signal, until: (task) => seen.push(task) === 2 },
    );

    expect(seen).toStrictEqual([started, first]);
    expect(readsAtNews).toStrictEqual([0]);
  });

  it('fails with the error of a read, and if the last run is unknown', async () => {
    const fault = new TaskError('internal', 'Broken.');

    await expect(waitOver(first, fault)).rejects.toBe(fault);
    await expect(waitOver(taskOf(first.createdAt), notFound)).rejects.toBe(notFound);
  });
});
