import { describe, expect, it } from '@jest/globals';

import { openStream, openTask, OWNER, QUESTION, TASK_ID } from '../../support/asking.js';
import { eventually } from '../../support/eventually.js';

const RELATED = { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } };

describe('a question', () => {
  it('goes out once a stream, and once a process', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await one.deliver();
    await other.deliver();

    expect(one.sent).toMatchObject([{ method: 'elicitation/create', params: { _meta: RELATED } }]);
    expect(other.sent).toStrictEqual([]);
  });

  it('moves to a stream that waits when the first ends', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await other.deliver();
    one.questions.close();

    expect(
      await eventually('the question', async () => Promise.resolve(other.sent[0])),
    ).toMatchObject({ method: QUESTION.method, params: { message: 'Well?' } });
  });

  it('does not move once it was answered', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await other.deliver();
    await tasks.answer(TASK_ID, OWNER, { i1: { action: 'decline' } });
    one.questions.close();
    tasks.update(TASK_ID, { inputRequests: { i2: QUESTION }, phase: 'inputRequired' });
    await other.deliver();
    await eventually('the next question', async () => Promise.resolve(other.sent[0]));

    // The next question alone: had the first moved, it would have come before.
    expect(other.sent).toHaveLength(1);
  });

  it('is not taken on by a stream that has ended', async () => {
    const tasks = await openTask();
    const [gone, next] = [openStream(tasks), openStream(tasks)];
    gone.questions.close();
    await gone.deliver();
    await next.deliver();

    expect(gone.sent).toStrictEqual([]);
    expect(next.sent).toHaveLength(1);
  });
});
