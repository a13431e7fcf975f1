import { describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE } from '../../../../src/core/question/askable.js';
import type { Task } from '../../../../src/core/task/task.js';
import {
  openStream,
  openTask,
  PLAIN,
  QUESTION,
  respond,
  TASK_ID,
} from '../../../support/asking.js';

const page = 'https://mcp.example/inbox/questions/abc';
const asking = { inputRequests: { i1: { ...QUESTION, elsewhere: { page } } } };
/** The task when the question has been answered. */
function withoutQuestions({ inputRequests, ...task }: Task): Task {
  expect(inputRequests).toBeDefined();
  return { ...task, phase: 'working' };
}

const capabilities = { ...PLAIN, askable: { ...NOT_ASKABLE, url: true } };

describe('a client that opens pages and has no forms', () => {
  it.each([true, false])(
    'is sent to the page of the question once (it waits for the task: %j)',
    async (isWaiting) => {
      const tasks = await openTask(asking);
      const stream = openStream(tasks, { capabilities, isWaiting });
      await stream.deliver();
      await stream.deliver();

      expect(stream.sent).toMatchObject([
        {
          method: 'elicitation/create',
          params: {
            mode: 'url',
            message: 'Well?',
            url: page,
            elicitationId: 'abc',
            _meta: { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } },
          },
        },
      ]);
      expect(stream.sent[0]?.params).not.toHaveProperty('requestedSchema');
    },
  );

  it.each([
    ['that the person goes there', { result: { action: 'accept' } }],
    ['that they do not', { result: { action: 'decline' } }],
    ['an answer to the form', { result: { action: 'accept', content: { ok: true } } }],
    ['a task of its own', { result: { task: { taskId: 'theirs' } } }],
    ['an error', { error: { code: -32601, message: 'No' } }],
  ])('decides nothing by saying %s, and is not sent there again', async (_what, response) => {
    const tasks = await openTask(asking);
    const stream = openStream(tasks, { capabilities });
    await stream.deliver();

    expect(await respond(tasks, stream.sent[0], response)).toBe('taken');
    await stream.deliver();

    expect(tasks.answered).toStrictEqual([]);
    expect(stream.sent).toHaveLength(1);
  });

  it('is told when the question is over, and has its request taken back if it has not responded', async () => {
    const tasks = await openTask(asking);
    const [silent, responsive] = [
      openStream(tasks, { capabilities, session: 'one' }),
      openStream(await openTask(asking), { capabilities, session: 'two' }),
    ];
    await silent.deliver();
    const answered = withoutQuestions(await tasks.get(TASK_ID, 'me'));
    await silent.questions.show(answered);
    await responsive.deliver();
    await respond(tasks, responsive.sent[0], { result: { action: 'accept' } });
    await responsive.questions.show(answered);

    const complete = {
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'abc' },
    };
    expect(silent.sent.slice(1)).toMatchObject([{ method: 'notifications/cancelled' }, complete]);
    expect(responsive.sent.at(-1)).toStrictEqual(complete);
  });

  it('is asked nothing where there is no page', async () => {
    const tasks = await openTask({ inputRequests: { i1: { ...QUESTION, elsewhere: {} } } });
    const stream = openStream(tasks, { capabilities });
    await stream.deliver();

    expect(stream.sent).toStrictEqual([]);
  });
});

describe('a question that is answered elsewhere', () => {
  it('is taken back from a client that has its form open', async () => {
    const tasks = await openTask(asking);
    const stream = openStream(tasks, { capabilities: PLAIN });
    await stream.deliver();
    const answered = withoutQuestions(await tasks.get(TASK_ID, 'me'));
    await stream.questions.show(answered);

    expect(stream.sent).toMatchObject([
      { method: 'elicitation/create', params: { mode: 'form' } },
      { method: 'notifications/cancelled', params: { requestId: stream.sent[0]?.id } },
    ]);
  });
});
