import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CancelledFailure } from '@temporalio/common';

import { openTaskHarness, type TaskHarness } from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const cancel = { reason: 'Changed my mind', by: 'client', at: '2026-01-05T09:00:00.000Z' };

describe('cancellation', () => {
  it('ends a Workflow that waits for an answer, and withdraws the question', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });
    await task.untilOpen('i1');

    await task.handle.signal('mcp.task.cancel', cancel);
    await task.handle.cancel();

    expect(await task.failure()).toBeInstanceOf(CancelledFailure);
    expect(await task.state()).toMatchObject({ status: 'working', cancel });
    expect((await task.state()).inputRequests).toBeUndefined();
  });

  it('tells the Workflow the reason, of the first request', async () => {
    const task = await tasks.start('waitForAnswer', { opening: 'atOnce' });
    await task.untilOpen('i1');

    await task.handle.signal('mcp.task.cancel', cancel);
    await task.handle.signal('mcp.task.cancel', { ...cancel, reason: 'Really' });
    await task.handle.cancel();
    await task.answer({ i1: { action: 'decline' } });

    expect(await task.handle.result()).toStrictEqual({
      action: 'decline',
      reason: 'Changed my mind',
      isTask: true,
    });
  });

  it('is learned however long its reason is, which is cut', async () => {
    const task = await tasks.start('waitForAnswer', { opening: 'atOnce' });
    await task.untilOpen('i1');

    await task.handle.signal('mcp.task.cancel', { ...cancel, reason: 'x'.repeat(40_000) });
    await task.answer({ i1: { action: 'decline' } });

    expect(await task.handle.result()).toHaveProperty('reason', `${'x'.repeat(999)}…`);
  });

  it('is known to a Workflow that opens its task only later', async () => {
    const task = await tasks.start('waitForAnswer', { opening: 'afterProceed' });

    await task.handle.signal('mcp.task.cancel', cancel);
    await task.proceed();
    const state = await task.untilOpen('i1');
    await task.answer({ i1: { action: 'decline' } });

    expect(state).toMatchObject({ cancel, v: 2 });
    expect(await task.handle.result()).toMatchObject({ reason: 'Changed my mind' });
  });

  it.each([[null], ['stop'], [{ by: 'client' }], [[]]])(
    'ignores %j, which is no cancellation',
    async (payload) => {
      const task = await tasks.start('waitForAnswer', { opening: 'atOnce' });
      await task.untilOpen('i1');

      await task.handle.signal('mcp.task.cancel', payload);
      await task.answer({ i1: { action: 'decline' } });

      expect(await task.handle.result()).toStrictEqual({ action: 'decline', isTask: true });
    },
  );
});
