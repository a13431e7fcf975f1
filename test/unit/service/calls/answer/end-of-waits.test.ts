import { describe, expect, it } from '@jest/globals';

import { withSteps } from '../../../../../src/core/task/task-steps.js';
import type { Tasks, WaitOptions } from '../../../../../src/core/task/tasks.js';
import { asOwner } from '../../../../../src/core/task/viewer.js';
import { once } from '../../../../../src/core/value/once.js';
import { EndOfWaits } from '../../../../../src/service/calls/answer/end-of-waits.js';
import { openTask, OWNER, TASK_ID } from '../../../../support/asking.js';

const CLOSING = { code: 'closing', retryAfterMs: 1_000 };

/** A wait that nothing ends but its signal, or the end of all waits. */
function waitFor(tasks: Tasks, signal = new AbortController().signal): Promise<unknown> {
  const options: WaitOptions = { signal, until: () => false };
  return tasks
    .waitFor(asOwner({ owner: OWNER }), TASK_ID, options)
    .catch((error: unknown) => error);
}

describe('the end of all waits', () => {
  it('comes to those under way and to those that begin after it, and to nothing else', async () => {
    const waits = new EndOfWaits();
    const tasks = withSteps([waits.toStep()], once(openTask));
    const earlier = [waitFor(tasks), waitFor(tasks)];
    expect(waits.hasCome).toBe(false);
    waits.come();

    expect(waits.hasCome).toBe(true);
    expect(await Promise.all([...earlier, waitFor(tasks)])).toMatchObject([
      CLOSING,
      CLOSING,
      CLOSING,
    ]);
    expect(await tasks.get(asOwner({ owner: OWNER }), TASK_ID)).toMatchObject({ taskId: TASK_ID });
  });

  it('is not what ends a wait whose client leaves', async () => {
    const waits = new EndOfWaits();
    const tasks = withSteps([waits.toStep()], once(openTask));
    const client = new AbortController();
    const waiting = waitFor(tasks, client.signal);
    client.abort();

    expect(await waiting).toMatchObject({ code: 'aborted' });
    expect(await waitFor(tasks, client.signal)).toMatchObject({ code: 'aborted' });
  });

  it('leaves a wait alone that has found what it waited for', async () => {
    const waits = new EndOfWaits();
    const tasks = withSteps([waits.toStep()], once(openTask));
    const task = await tasks.waitFor(asOwner({ owner: OWNER }), TASK_ID, {
      signal: new AbortController().signal,
      until: () => true,
    });
    waits.come();

    expect(task).toMatchObject({ taskId: TASK_ID });
  });
});
