/** Cancellations of a task whose Workflow continues as new. */
import { describe, expect, it } from '@jest/globals';

import { asOwner } from '../../../src/core/task/viewer.js';
import { eventually } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { withTasks } from '../../support/with-tasks.js';

const given = withTasks();

const create = async (input: { runs: number; isProtected: boolean }): Promise<string> => {
  const finishing = given().tool('wait_for_finish');
  const tool = { ...finishing, start: { ...finishing.start, type: 'goOnAcrossRuns' } };
  const { taskId } = await given().create(
    'wait_for_finish',
    {},
    { tool, workflowArguments: [input] },
  );
  return taskId;
};

const cancel = async (taskId: string): Promise<unknown> =>
  given()
    .connect()
    .cancel(asOwner({ owner: given().owner }), taskId, { protocol: rev2025, reason: 'Enough' });

/** The statuses in both generations, read by a process that has not seen the task before. */
const statusesOf = async (taskId: string): Promise<unknown[]> => {
  const task = await given()
    .connect()
    .get(asOwner({ owner: given().owner }), taskId);
  return [rev2025, rev2026].map(({ toStatus }) => toStatus(task));
};

const proceed = async (taskId: string): Promise<void> => {
  const handle = given().temporal.workflow.getHandle(taskId);
  const { runId } = await handle.describe();
  await handle.signal('proceed');
  await eventually('the next run', async () =>
    (await handle.describe()).runId === runId ? undefined : true,
  );
};

describe('a Workflow that was cancelled when it continues as new', () => {
  it('is cancelled there, since the next run would not know', async () => {
    const taskId = await create({ runs: 1, isProtected: false });
    await cancel(taskId);
    const { workflow } = given().temporal;
    const { runId } = await workflow.getHandle(taskId).describe();

    await workflow.getHandle(taskId).signal('proceed');

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    const last = await workflow.getHandle(taskId).describe();
    expect([last.runId, last.status.name]).toStrictEqual([runId, 'CANCELLED']);
  });

  it('goes on where it means to, and its task stays cancelled whichever run the request has met', async () => {
    const taskId = await create({ runs: 3, isProtected: true });
    await proceed(taskId);
    await cancel(taskId);
    await proceed(taskId);

    expect(await statusesOf(taskId)).toStrictEqual(['cancelled', 'working']);

    await proceed(taskId);

    expect((await statusesOf(taskId))[0]).toBe('cancelled');
    await expect(cancel(taskId)).rejects.toMatchObject({ code: 'taskTerminal' });
    await eventually('the question', async () => {
      const { questions } = await given()
        .connect()
        .get(asOwner({ owner: given().owner }), taskId);
      return questions[0];
    });
    await given().tasks.answer(asOwner({ owner: given().owner }), taskId, {
      i1: { action: 'decline' },
    });
    await given().closed(taskId);
    expect(await statusesOf(taskId)).toStrictEqual(['cancelled', 'completed']);
  });
});
