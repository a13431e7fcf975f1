import { describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE, type Askable } from '../../../../src/core/question/askable.js';
import type { InputRequest } from '../../../../src/core/question/input-request.js';
import type { Task } from '../../../../src/core/task/task.js';
import { refuseQuestions } from '../../../../src/service/questions/refuse-questions.js';
import {
  ABLE,
  type AskingTasks,
  openTask,
  OWNER,
  QUESTION,
  TASK_ID,
} from '../../../support/asking.js';

const elicit = (params: Record<string, unknown>): InputRequest => ({
  method: 'elicitation/create',
  params,
});
const sample = (params: Record<string, unknown>): InputRequest => ({
  method: 'sampling/createMessage',
  params,
});

/** What a Workflow in any language may have put into its memo. */
const INVALID: readonly (readonly [string, InputRequest, RegExp])[] = [
  ['a form without a message', elicit({ requestedSchema: {} }), /\/message must say/],
  ['a form without a schema', elicit({ message: 'Well?' }), /\/requestedSchema must be an object/],
  [
    'a form with a nested field',
    elicit({
      message: 'Well?',
      requestedSchema: { type: 'object', properties: { a: { type: 'object' } } },
    }),
    /\/requestedSchema\/properties\/a must be of type/,
  ],
  ['a mode that is none', elicit({ mode: 'voice', message: 'Well?' }), /\/mode must be/],
  [
    'a page that is no web page',
    elicit({ mode: 'url', message: 'Pay', url: 'ftp://x', elicitationId: 'e' }),
    /\/url must be/,
  ],
  ['a request to a model without messages', sample({ maxTokens: 5 }), /\/messages must be/],
];

/** Refuses what there is to refuse in the task as it is now. */
async function refuse(tasks: AskingTasks, askable?: Askable): Promise<Task> {
  const task = await tasks.get(TASK_ID, OWNER);
  return refuseQuestions(task, { tasks, owner: OWNER, ...(askable && { askable }) });
}

describe('a question that breaks the rules of MCP', () => {
  it.each(INVALID)('is answered with an error: %s', async (...[, request, text]) => {
    const tasks = await openTask({ inputRequests: { i1: request, i2: QUESTION } });

    const task = await refuse(tasks, ABLE.askable);

    const error = { code: -32602, message: expect.stringMatching(text) };
    const isElicitation = request.method === 'elicitation/create';
    expect(tasks.answered).toStrictEqual([
      {
        taskId: TASK_ID,
        responses: { i1: isElicitation ? { action: 'cancel', error } : { error } },
      },
    ]);
    expect(task).toMatchObject({ phase: 'inputRequired', inputRequests: { i2: QUESTION } });
    expect(task.inputRequests).not.toHaveProperty('i1');
  });

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

  it('leaves a plain reading of the task as it is', async () => {
    const tasks = await openTask({ inputRequests: { i1: elicit({}) } });

    await expect(tasks.get(TASK_ID, OWNER)).resolves.toMatchObject({ phase: 'inputRequired' });
    expect(tasks.answered).toStrictEqual([]);
  });
});

describe('a question that a client cannot be asked', () => {
  const lacking = { ...ABLE.askable, form: false };

  it('is refused for one that waits, with what it has not declared', async () => {
    const tasks = await openTask();

    await expect(refuse(tasks, lacking)).resolves.toMatchObject({ phase: 'working' });
    expect(tasks.answered).toMatchObject([
      {
        responses: {
          i1: {
            action: 'cancel',
            error: { code: -32601, message: expect.stringContaining('"elicitation"') },
          },
        },
      },
    ]);
  });

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

describe('a task without a question to refuse', () => {
  it('is not answered', async () => {
    const tasks = await openTask();

    await refuse(tasks, ABLE.askable);

    expect(tasks.answered).toStrictEqual([]);
  });
});
