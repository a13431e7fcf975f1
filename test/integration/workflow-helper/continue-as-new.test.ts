import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { openKeys, openTaskHarness, type TaskHarness } from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const yes = { action: 'accept', content: { confirm: true } };
const no = { action: 'decline' };

/** The question "Named?" is i2; nothing is ever asked with a key that was used before. */
describe('continue-as-new', () => {
  it('finds a named question again, and withdraws the one without a name', async () => {
    const task = await tasks.start('askAcrossRuns', { runs: 2 });

    await task.untilOpen('i1', 'i2');
    await task.proceed();
    const second = await task.untilOpen('i2', 'i3');
    await task.proceed();
    const third = await task.untilOpen('i2');
    await task.answer({ i1: no, i3: no, i2: yes });
    const last = await task.untilOpen('i4');
    await task.answer({ i4: no });

    expect(await task.handle.result()).toStrictEqual({ first: yes, second: no });
    expect(second.inputRequests?.['i2']).toStrictEqual(third.inputRequests?.['i2']);
    expect(last.v).toBeGreaterThan(third.v ?? Infinity);
  });

  it.each(['before', 'after'])(
    'finds the answer that arrives just %s what ends the run, in the same Workflow Task',
    async (order) => {
      const task = await tasks.start('askAcrossRuns', { runs: 1 });
      await task.untilOpen('i1', 'i2');

      await tasks.withoutWorker(async () => {
        if (order === 'after') await task.proceed();
        await task.answer({ i2: yes });
        if (order === 'before') await task.proceed();
      });
      const state = await task.untilOpen('i3');
      await task.answer({ i3: no });

      expect(state.inputRequests?.['i3']?.params).toMatchObject({ message: 'Again?' });
      expect(await task.handle.result()).toStrictEqual({ first: yes, second: no });
    },
  );

  it('hands on as much as its next run can be started with, and asks for the rest again', async () => {
    const task = await tasks.start('askTwoAcrossRuns', {});
    const large = { action: 'accept', content: { confirm: true, note: 'x'.repeat(150_000) } };
    await task.untilOpen('i1', 'i2');

    await tasks.withoutWorker(async () => {
      await task.proceed();
      await task.answer({ i1: large });
      await task.answer({ i2: large });
    });
    const [again] = openKeys(
      await task.until('a new question', (state) => openKeys(state).includes('i3')),
    );
    await task.answer({ [again ?? '']: no });

    expect(await task.handle.result()).toStrictEqual([large, no]);
  });

  it('finds the answer that arrives before the next run has done anything', async () => {
    const task = await tasks.start('askAcrossRuns', { runs: 1 });
    await task.untilOpen('i1', 'i2');
    await task.proceed();
    await task.untilOpen('i2');
    const { memo = {} } = await task.handle.describe();

    // The next run once more, as it was started, on a Task Queue that nobody polls yet.
    const next = await tasks.withoutWorker(async () => {
      const started = await tasks.startWith(memo, 'askAcrossRuns', { runs: 0 });
      await started.answer({ i2: yes });
      return started;
    });
    await next.untilOpen('i3');
    await next.answer({ i3: no });

    expect(await next.handle.result()).toStrictEqual({ first: yes, second: no });
  });

  it('keeps the deadline of a named question', async () => {
    const task = await tasks.start('askAcrossRuns', { runs: 1, deadlineMs: 600_000 });

    await task.untilOpen('i1', 'i2');
    const [inFirstRun = NaN] = await task.timersMs();
    await task.proceed();
    // The question is open in both runs, so it does not tell when the second one has begun.
    const inSecondRun = await eventually('the timer of the second run', async () => {
      const [ms] = await task.timersMs();
      return ms === inFirstRun ? undefined : ms;
    });

    expect(inFirstRun).toBe(600_000);
    expect(inSecondRun).toBeLessThan(inFirstRun);
  });

  it('keeps the reason of a cancellation, and the progress', async () => {
    const cancel = { reason: 'Enough', by: 'client', at: '2026-01-05T09:00:00.000Z' };
    const task = await tasks.start('askAcrossRuns', { runs: 1 });
    await task.untilOpen('i1', 'i2');

    await task.handle.signal('mcp.task.cancel', cancel);
    await task.proceed();
    const state = await task.until(
      'the next run',
      (next) => next.progress?.progress === 5 && openKeys(next).join() === 'i2',
    );

    expect(state).toMatchObject({ cancel, progress: { progress: 5, total: 10 } });
  });

  it.each(['continueAsNew', 'retry'])(
    'starts afresh with keys never used before after a plain %s',
    async (how) => {
      const task = await tasks.startRetried('askAfresh', { how });
      const before = await task.untilOpen('i1');

      await task.proceed();
      const after = await task.until(
        'a new question',
        (state) => openKeys(state).length === 1 && !openKeys(state).includes('i1'),
      );
      const [key = ''] = openKeys(after);
      await task.answer({ i1: no });
      await task.answer({ [key]: yes });

      expect(await task.handle.result()).toStrictEqual(yes);
      expect(key).toMatch(/^i\d+$/);
      expect(after.v).toBeGreaterThan(before.v ?? Infinity);
    },
  );
});
