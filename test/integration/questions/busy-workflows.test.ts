import { describe, expect, it } from '@jest/globals';

import { asOwner } from '../../../src/core/task/viewer.js';
import { eventually } from '../../support/eventually.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const given = withTasks({ worker: false });
const KEY = 'q';
const QUESTION = {
  method: 'elicitation/create',
  params: {
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
  },
};
const YES = { action: 'accept', content: { confirm: true } };
const NO = { action: 'decline' };

/** A task that asks, and whose Worker has stopped. */
async function askAndStop() {
  const { create, connect, taskQueue } = given();
  const owner = asOwner({ owner: given().owner });
  const worker = await runTestWorker({ definitions: 'fixtures', taskQueue, namespace: 'default' });
  try {
    const { taskId } = await create('ask_by_contract', { requests: { [KEY]: QUESTION } });
    const [one, other] = [connect(), connect()];
    const key = await eventually('it asks', async () => {
      const [question] = (await one.get(owner, taskId)).questions;
      return question?.key;
    });
    return { taskId, key, one, other, owner };
  } finally {
    await worker.stop();
  }
}

describe('a question of a Workflow that is busy', () => {
  it('is closed in every process by an answer in one', async () => {
    const { taskId, key, one, other, owner } = await askAndStop();
    await one.answer(owner, taskId, { [key]: YES });

    expect(await other.get(owner, taskId)).toMatchObject({ phase: 'working', questions: [] });
    expect(await other.answer(owner, taskId, { [key]: NO })).toMatchObject({ tooLate: [key] });
    const { taskQueue } = given();
    const worker = await runTestWorker({
      definitions: 'fixtures',
      taskQueue,
      namespace: 'default',
    });
    try {
      expect(await other.waitFor(owner, taskId, whenClosed())).toMatchObject({
        outcome: { result: { structuredContent: { [KEY]: YES } } },
      });
    } finally {
      await worker.stop();
    }
  });

  it('stays open beside other Signals, and what is no answer to it', async () => {
    const { taskId, key, other, owner } = await askAndStop();
    const handle = given().temporal.workflow.getHandle(taskId);
    await handle.signal('note', { [key]: YES });
    await handle.signal('mcp.task.input', { i99: YES, [key]: 'yes' });

    expect(await other.get(owner, taskId)).toMatchObject({
      phase: 'inputRequired',
      questions: [{ key }],
    });
  });
});
