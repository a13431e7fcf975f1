import { expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { NOT_ASKABLE } from '../../../../src/core/question/askable.js';
import type { OutgoingMessage } from '../../../../src/core/request/exchange.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { QuestionStep } from '../../../../src/service/questions/question-id.js';
import { SessionQuestions } from '../../../../src/service/questions/session-questions.js';
import { openTask, OWNER, ownQuestion, QUESTION, TASK_ID } from '../../../support/asking.js';
import { eventually } from '../../../support/eventually.js';
import { rev2025 as protocol } from '../../../support/protocols.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

async function showQuestion() {
  const tasks = await openTask();
  const sent: OutgoingMessage[] = [];
  const givenUp: (readonly string[])[] = [];
  const stream = {
    givenUp,
    onGivenUp: (...one: readonly string[]) => void givenUp.push(one),
    session: 'one',
    owner: OWNER,
    askable: { ...NOT_ASKABLE, form: true },
    isWaiting: true,
    send: async (message: OutgoingMessage) => Promise.resolve(void sent.push(message)),
  };
  const questions = new SessionQuestions(TASK_ID, { tasks, sealer, protocol });
  const asking = await tasks.get(asOwner({ owner: OWNER }), TASK_ID);
  await questions.show(asking, stream);
  return {
    questions,
    asking,
    stream,
    sent,
    tasks,
    toMethods: () => sent.map(({ method }) => method),
  };
}

const NONE = { phase: 'working', questions: [] } as const;

it('asks again when a question is open again, and repeats it after a misfit', async () => {
  const { questions, asking, stream, toMethods } = await showQuestion();
  await questions.show({ ...asking, ...NONE }, stream);
  await questions.show(asking, stream);
  const misfit = new TaskError(TaskErrorCode.invalidInput, 'No.');
  await questions.repeat({ key: 'i1', step: QuestionStep.ask }, misfit);

  expect(toMethods()).toStrictEqual([
    'elicitation/create',
    'notifications/cancelled',
    'elicitation/create',
    'elicitation/create',
  ]);
});

it('asks the text of now after an answer to an earlier one', async () => {
  const { questions, sent, tasks } = await showQuestion();
  const params = { ...QUESTION.params, message: 'Really?' };
  tasks.update(TASK_ID, { questions: [ownQuestion('i1', { ...QUESTION, params })] });
  questions.askAnew('i1');
  await eventually('the text of now', () => sent.length > 1);

  expect(sent.map((message) => message.params['message'])).toStrictEqual(['Well?', 'Really?']);
});

// No test can make a single Query of a Worker late.
it('withdraws nothing by a reading that cannot tell what is open, unless the task is over', async () => {
  const { questions, asking, stream, toMethods } = await showQuestion();
  const unsure = { ...asking, ...NONE, hasUnknownQuestions: true } as const;
  await questions.show(unsure, stream);
  await questions.show(asking, stream);

  expect(toMethods()).toStrictEqual(['elicitation/create']);

  await questions.show({ ...unsure, cancelRequested: true }, stream);

  expect(toMethods()).toStrictEqual(['elicitation/create', 'notifications/cancelled']);
});

it('gives a question up after three misfits, until another request of the session waits', async () => {
  const { questions, asking, stream, toMethods } = await showQuestion();
  const standing = { ...stream, isWaiting: false };
  await questions.show(asking, standing);
  const violations = [{ path: '/content/name', message: 'must be a string' }];
  const misfit = new TaskError(TaskErrorCode.invalidInput, 'No.', { violations });
  const repeat = async () => questions.repeat({ key: 'i1', step: QuestionStep.ask }, misfit);

  expect([await repeat(), await repeat(), await repeat(), await repeat()]).toStrictEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(stream.givenUp).toStrictEqual([['i1', '/content/name must be a string']]);

  questions.leave(stream);
  await questions.show(asking, standing);

  expect(toMethods()).toHaveLength(3);

  await questions.show(asking, { ...stream });

  expect(toMethods()).toHaveLength(4);
});

it.each([
  ['answered', 1],
  ['left', 2],
] as const)('of a call that was %s: %d forms after a read', async (call, forms) => {
  const { questions, asking, stream, toMethods } = await showQuestion();
  questions.leave(stream, call);
  await questions.show(asking, { ...stream });

  expect(toMethods()).toHaveLength(forms);
});

it('asks again after an answered call once the host has closed the form, or has been silent for long', async () => {
  const { questions, asking, stream, toMethods, sent } = await showQuestion();
  questions.leave(stream, 'answered');
  const read = { ...stream };
  await questions.show(asking, read);
  await questions.closeForm('i1', sent[0]?.id ?? '');

  expect(toMethods()).toHaveLength(2);

  questions.leave(read, 'answered');
  const later = { ...stream, askAgainAfterMs: 0 };
  await questions.show(asking, later);
  questions.leave(later);

  expect(toMethods()).toHaveLength(3);
});

it('withdraws the form of an answered call when its question is closed', async () => {
  const { questions, asking, stream, sent } = await showQuestion();
  questions.leave(stream, 'answered');
  const read = { ...stream };
  await questions.show(asking, read);
  await questions.show({ ...asking, ...NONE }, read);

  expect(sent[1]).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: sent[0]?.id },
  });
});
