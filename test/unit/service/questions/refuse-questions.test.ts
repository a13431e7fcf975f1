import { describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE, type Askable } from '../../../../src/core/question/askable.js';
import type { InputRequest } from '../../../../src/core/question/input-request.js';
import type { Task } from '../../../../src/core/task/task.js';
import { refuseQuestions } from '../../../../src/service/questions/refuse-questions.js';
import { ABLE, type AskingTasks, openTask, OWNER, TASK_ID } from '../../../support/asking.js';

const elicit = (params: Record<string, unknown>): InputRequest => ({
  method: 'elicitation/create',
  params,
});

/** Refuses what there is to refuse in the task as it is now. */
async function refuse(tasks: AskingTasks, askable?: Askable): Promise<Task> {
  const task = await tasks.get(TASK_ID, OWNER);
  return refuseQuestions(task, { tasks, owner: OWNER, ...(askable && { askable }) });
}

describe('a question that breaks the rules of MCP', () => {
  it.each([
    ['is waiting, and can be asked nothing', NOT_ASKABLE],
    ['does not wait', undefined],
  ])('is answered also where the client %s', async (_what, askable) => {
    const tasks = await openTask({ inputRequests: { i1: elicit({}) } });

    const task = await refuse(tasks, askable);

    expect(tasks.answered).toMatchObject([{ responses: { i1: { error: { code: -32602 } } } }]);
    expect(task.phase).toBe('working');
    expect(task).not.toHaveProperty('inputRequests');
  });
});

describe('a question that a client cannot be asked', () => {
  const lacking = { ...ABLE.askable, form: false };

  it('is left to others where it does not wait', async () => {
    const tasks = await openTask();

    await expect(refuse(tasks)).resolves.toMatchObject({ phase: 'inputRequired' });
    expect(tasks.answered).toStrictEqual([]);
  });

  it("is left alone while another client's task holds it", async () => {
    const tasks = await openTask();
    const clientTask = { taskId: 'theirs', session: 'two' };
    await tasks.send(TASK_ID, OWNER, {
      kind: 'clientTask',
      key: 'i1',
      clientTask,
    });

    await expect(refuse(tasks, lacking)).resolves.toMatchObject({ phase: 'inputRequired' });
    expect(tasks.answered).toStrictEqual([]);
  });
});
