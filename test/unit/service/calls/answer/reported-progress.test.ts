import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import { ReportedProgress } from '../../../../../src/service/calls/answer/reported-progress.js';

const task = (more: Partial<Task>): Task => ({
  taskId: 'task-1',
  toolName: 'tool',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  ttlMs: 1_000,
  pollIntervalMs: 1_000,
  ...more,
});
const at = (progress: number): Task => task({ progress: { progress } });

describe('what a client is told of progress', () => {
  it('is what exceeds everything so far', () => {
    const told = new ReportedProgress(0);
    const reports = [0, 0, 3, 2, 3, 3.5, -1, 4];

    expect(reports.map((progress) => told.next(at(progress), 1)?.progress)).toEqual([
      0,
      undefined,
      3,
      undefined,
      undefined,
      3.5,
      undefined,
      4,
    ]);
  });

  it('may begin below zero', () => {
    expect(new ReportedProgress(0).next(at(-5), 1)).toEqual({ progress: -5 });
  });

  it('is a sign of life every ten seconds where there is nothing new, in the words of the status', () => {
    const told = new ReportedProgress(0);

    expect(told.next(task({}), 9_999)).toBeUndefined();
    expect(told.next(task({ statusMessage: 'Charging the card' }), 10_000)).toEqual({
      progress: 1,
      message: 'Charging the card',
    });
    expect(told.next(task({}), 19_999)).toBeUndefined();
    expect(told.next(task({}), 20_000)).toEqual({ progress: 2, message: 'Still running' });
  });

  it('goes on counting signs of life while the task reports less, in words', () => {
    const told = new ReportedProgress(0);
    told.next(task({}), 10_000);
    told.next(task({}), 20_000);
    const report = task({ progress: { progress: 1, total: 8 }, statusMessage: 'Packing' });

    expect(told.next(report, 20_001)).toBeUndefined();
    expect(told.next(report, 30_000)).toEqual({ progress: 3, message: '1 of 8: Packing' });
    expect(told.next(task({ progress: { progress: 4, total: 8 } }), 30_001)).toEqual({
      progress: 4,
      total: 8,
    });
  });

  it('keeps a sign of life below the next report, and grows all the same', () => {
    const told = new ReportedProgress(0);
    const first = told.next(task({ progress: { progress: 2, total: 10 } }), 1);
    const sign = told.next(task({ progress: { progress: 2, total: 10 } }), 20_000);

    expect(first).toEqual({ progress: 2, total: 10 });
    expect(sign).toMatchObject({ progress: 2.001, total: 10 });
    expect(told.next(at(3), 20_001)).toEqual({ progress: 3 });
  });

  it('has no total that it exceeds', () => {
    const told = new ReportedProgress(0);
    told.next(task({ progress: { progress: 10, total: 10 } }), 1);
    const sign = told.next(task({ progress: { progress: 10, total: 10 } }), 20_000);

    expect(sign).toEqual({ progress: 10.001, message: 'Still running' });
  });
});
