import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openTaskHarness, type TaskHarness } from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const publications = 'workflowPropertiesModifiedEventAttributes';

describe('reportProgress', () => {
  it('publishes the first and the last of thousands of reports', async () => {
    const task = await tasks.start('reportOften', { reports: 5_000, burst: 5_000, pauseMs: 0 });

    const last = await task.until(
      'the last report',
      ({ progress }) => progress?.progress === 5_000,
    );

    expect(last).toEqual({
      v: 2,
      progress: { progress: 5_000, total: 5_000 },
      progressAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    // Start and its Workflow Task (4), two publications, one timer (2) and its Workflow Task (3).
    expect(await task.countEvents()).toBe(11);
  });

  it('publishes once a second at most', async () => {
    const task = await tasks.start('reportOften', { reports: 300, burst: 30, pauseMs: 50 });

    await task.until('the last report', ({ progress }) => progress?.progress === 300);

    const { events } = await task.handle.fetchHistory();
    const first = Number(events?.[0]?.eventTime?.seconds);
    const last = Number(events?.at(-1)?.eventTime?.seconds);
    expect(await task.countEvents(publications)).toBeLessThanOrEqual(last - first + 3);
  });

  it('never goes back, and ignores what is no progress', async () => {
    const task = await tasks.start('reportAll', {
      reports: [
        { progress: 3, total: 10, message: 'three' },
        { progress: 2, total: 10 },
        { progress: 3, total: 20 },
        { progress: '4' },
        { total: 10 },
        { progress: 4, total: '10' },
      ],
    });

    const state = await task.until('the last report', ({ v }) => v === 2);

    expect(state.progress).toEqual({ progress: 4 });
    expect(await task.countEvents(publications)).toBe(2);
  });

  it('refuses a message that does not fit', async () => {
    const task = await tasks.start('reportAll', {
      reports: [{ progress: 1, message: 'x'.repeat(33_000) }],
    });

    expect(await task.failure()).toMatchObject({ type: 'mcp.StateTooLarge' });
    expect(await task.state()).toEqual({});
  });
});

describe('setStatus', () => {
  it('shows what is going on until it is taken back', async () => {
    const task = await tasks.start('sayStatus', { message: 'Counting' });

    const counting = await task.until(
      'a status',
      ({ statusMessage }) => statusMessage !== undefined,
    );
    await task.proceed();
    await task.handle.result();

    expect(counting).toEqual({
      v: 1,
      statusMessage: 'Counting',
      updatedAt: expect.any(String),
    });
    expect(await task.state()).toEqual({ v: 2, updatedAt: expect.any(String) });
  });

  it('refuses what does not fit', async () => {
    const task = await tasks.start('sayStatus', { message: 'x'.repeat(33_000) });

    expect(await task.failure()).toMatchObject({
      type: 'mcp.StateTooLarge',
      message: expect.stringMatching(/would have 33\d{3} bytes.* At most 32768 fit/),
    });
    expect(await task.state()).toEqual({});
  });
});
